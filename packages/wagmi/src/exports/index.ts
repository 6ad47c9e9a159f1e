export { type LatchkeyConnectorParameters, latchkey } from '../latchkey.ts'
export type { WagmiAccounts, WagmiConnector, WagmiConnectorFn, WagmiEmitter, WagmiProvider } from '../WagmiConnector.ts'

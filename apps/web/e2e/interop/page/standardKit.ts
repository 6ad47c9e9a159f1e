import { createLatchkey } from '@latchkey/core'
import { defineBitcoinNetwork, defineSolanaNetwork } from '@latchkey/core/networks'

const { solana, bitcoin, ...settings } = INTEROP

/** The kit of an app without EVM networks. */
export const latchkey = createLatchkey({
  projectId: settings.projectId,
  apiUrl: settings.apiUrl,
  wallet: { url: settings.walletUrl },
  networks: [
    defineSolanaNetwork({ ...solana, rpcUrls: { default: { http: [solana.rpcUrl] } } }),
    defineBitcoinNetwork({ ...bitcoin, rpcUrls: { default: { http: [] } } }),
  ],
  metadata: { name: 'Interop', url: location.origin },
})
void latchkey.connection.reconnect()

import { installSmartWalletPage } from '@latchkey/testkit/smartWallet'
import './SmartWalletSettings.ts'

const { privateKey, networks } = SMART_WALLET
void installSmartWalletPage({
  accounts: [{ name: 'Smart account', privateKey }],
  chains: Object.fromEntries(networks.map(({ id, name, rpcUrl }) => [id, { name, rpcUrl }])),
  capabilities: Object.fromEntries(networks.map(({ id }) => [`0x${id.toString(16)}`, { alternateGasFees: {} }])),
})

import type { Page } from '../../environment/Environment.ts'
import type { ConnectorInfo, Eip1193Provider } from '../Connector.ts'
import { isProvider } from './readAnnouncement.ts'

/** Markers that wallets set on their provider, with the rdns of their EIP-6963 announcement. */
const marks: readonly (readonly [member: string, rdns: string, name: string])[] = [
  ['isRabby', 'io.rabby', 'Rabby Wallet'],
  ['isCoinbaseWallet', 'com.coinbase.wallet', 'Coinbase Wallet'],
  ['isTrust', 'com.trustwallet.app', 'Trust Wallet'],
  ['isPhantom', 'app.phantom', 'Phantom'],
  ['isOkxWallet', 'com.okex.wallet', 'OKX Wallet'],
  ['isBraveWallet', 'com.brave.wallet', 'Brave Wallet'],
  ['isRainbow', 'me.rainbow', 'Rainbow'],
  ['isBitKeep', 'com.bitget.web3', 'Bitget Wallet'],
  // Many wallets set MetaMask's marker for compatibility. Only MetaMask has this property.
  ['_metamask', 'io.metamask', 'MetaMask'],
]

/**
 * Returns the wallets without EIP-6963 that a marker identifies: `window.ethereum`, or each of its `providers` if several wallets share it.
 * Such a wallet has the same ID as with an announcement.
 */
export function readLegacyWallets(page: Page | undefined): { info: ConnectorInfo; provider: Eip1193Provider }[] {
  const read = (value: unknown, name: string) => {
    try {
      return (value as Record<string, unknown>)[name]
    } catch {
      return undefined
    }
  }
  const root = page && read(page, 'ethereum')
  if (!isProvider(root)) return []
  const shared = read(root, 'providers')
  const providers = Array.isArray(shared) && shared.some(isProvider) ? shared.filter(isProvider) : [root]
  return providers.flatMap((provider) => {
    const mark = marks.find(([member]) => read(provider, member))
    if (!mark) return []
    const [, rdns, name] = mark
    return { info: { id: rdns, namespace: 'eip155', name, icon: null, rdns, type: 'injected' }, provider }
  })
}

import type { Network } from '../chains/Network.ts'
import type { FamilyNetworkDescription } from './defineSolanaNetwork.ts'

/**
 * Creates a Bitcoin network of the app, such as a signet.
 *
 * @example
 * defineBitcoinNetwork({
 *   reference: '00000008819873e925422c1ff0f99f7c',
 *   name: 'Signet',
 *   rpcUrls: { default: { http: [] } },
 * })
 */
export function defineBitcoinNetwork({ reference, ...network }: FamilyNetworkDescription): Network {
  const nativeCurrency = { name: 'Bitcoin', symbol: 'BTC', decimals: 8 }
  return { ...network, id: reference, caipNetworkId: `bip122:${reference}`, chainNamespace: 'bip122', nativeCurrency }
}

import type { InteropSettings } from './InteropSettings.ts'

/** A network of this run as viem, wagmi and the kit describe chains. */
export function toChain({ id, name, rpcUrl }: InteropSettings['stranger']) {
  return {
    id,
    name,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  }
}

import type { InteropSettings } from './InteropSettings.ts'

/** Converts a network of this run to the chain format of viem, wagmi and the kit. */
export function toChain({ id, name, rpcUrl }: InteropSettings['stranger']) {
  return {
    id,
    name,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  }
}

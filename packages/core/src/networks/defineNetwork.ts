import { toEip155ChainId } from '@latchkey/protocol'
import type { Network } from '../chains/Network.ts'

/** A chain as viem and many other libraries describe it. */
export type ChainDescription = {
  id: number
  name: string
  nativeCurrency: { name: string; symbol: string; decimals: number }
  rpcUrls: { default: { http: readonly string[] } }
  blockExplorers?: { default: { name: string; url: string } } | undefined
  testnet?: boolean | undefined
}

/**
 * Makes a network of the app from a chain description, such as one of viem's.
 *
 * @param chain the chain; its RPC addresses must be public ones, they are offered to wallets
 * @param options.imageUrl a picture to show
 * @param options.swapRouter the only router that swaps may go through
 * @example
 * import { optimism } from 'viem/chains'
 * const network = defineNetwork(optimism)
 */
export function defineNetwork(
  chain: ChainDescription,
  { imageUrl, swapRouter }: { imageUrl?: string; swapRouter?: string } = {},
): Network {
  const { name, url } = chain.blockExplorers?.default ?? {}
  return {
    id: chain.id,
    caipNetworkId: toEip155ChainId(chain.id),
    chainNamespace: 'eip155',
    name: chain.name,
    nativeCurrency: chain.nativeCurrency,
    rpcUrls: { default: { http: chain.rpcUrls.default.http } },
    blockExplorers: name && url ? { default: { name, url } } : undefined,
    testnet: chain.testnet ?? false,
    imageUrl,
    ...(swapRouter ? { swapRouter } : {}),
  }
}

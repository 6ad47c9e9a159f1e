import { toEip155ChainId } from '@latchkey/protocol'
import type { Network } from '../chains/Network.ts'

/** A chain in the format of viem and many other libraries. */
export type ChainDescription = {
  /** The chain ID (EIP-155). */
  id: number
  name: string
  nativeCurrency: { name: string; symbol: string; decimals: number }
  /** Public RPC endpoints, which are offered to wallets. The kit itself reads through the server. */
  rpcUrls: { default: { http: readonly string[] } }
  blockExplorers?: { default: { name: string; url: string } } | undefined
  /** Whether its tokens have no value. Default false. */
  testnet?: boolean | undefined
}

/**
 * Creates a network of the app from a chain description, such as one of viem's.
 *
 * @param chain the chain; its RPC URLs must be public, because they are offered to wallets
 * @param options.imageUrl URL of an icon
 * @param options.swapRouter the only router that swaps may use
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

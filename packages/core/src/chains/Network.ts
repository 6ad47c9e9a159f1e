import type { ChainId, ChainNamespace } from '@latchkey/protocol'

/** A network of the app. A superset of viem's `Chain`. */
export type Network = {
  /** The chain ID (EIP-155) or CAIP-2 reference. */
  id: number | string
  /** CAIP-2, for example `eip155:1`. */
  caipNetworkId: ChainId
  chainNamespace: ChainNamespace
  name: string
  nativeCurrency: { name: string; symbol: string; decimals: number }
  /** Public RPC endpoints, which are offered to wallets that do not know the network. They never contain a project ID. */
  rpcUrls: { default: { http: readonly string[] } }
  blockExplorers?: { default: { name: string; url: string } } | undefined
  testnet?: boolean | undefined
  /**
   * The SwapRouter02 for swaps on this network. A swap through another router is refused. Default: the server's router, whose swaps are
   * read back and simulated as well.
   */
  swapRouter?: string | undefined
  /** URL of an icon; a monogram is drawn if omitted. */
  imageUrl?: string | undefined
}

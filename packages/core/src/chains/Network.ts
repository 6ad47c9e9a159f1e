import type { ChainId, ChainNamespace } from '@latchkey/protocol'

/** A network as the app configures it. A superset of viem's `Chain`. */
export type Network = {
  /** The chain's own number (EIP-155) or reference. */
  id: number | string
  /** CAIP-2, for example `eip155:1`. */
  caipNetworkId: ChainId
  chainNamespace: ChainNamespace
  name: string
  nativeCurrency: { name: string; symbol: string; decimals: number }
  /** Public RPC endpoints: what a wallet is offered when it does not know the network. Never one that carries a project id. */
  rpcUrls: { default: { http: readonly string[] } }
  blockExplorers?: { default: { name: string; url: string } } | undefined
  testnet?: boolean | undefined
  /**
   * The SwapRouter02 that swaps on this network go through: a built swap that names another is refused. Left out: the one that the
   * server names, which is read back and simulated all the same.
   */
  swapRouter?: string | undefined
  /** A picture of the network; a monogram is drawn when left out. */
  imageUrl?: string | undefined
}

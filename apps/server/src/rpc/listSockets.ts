import type { ChainRpc } from './createChainRpc.ts'

/** Returns the WebSockets of a chain's nodes, serving ones first. Excludes nodes on another chain. */
export function listSockets(chain: Pick<ChainRpc, 'upstreams'> | undefined): string[] {
  return (chain?.upstreams ?? [])
    .filter((upstream) => !upstream.wrongChain())
    .toSorted((a, b) => Number(b.serving()) - Number(a.serving()))
    .flatMap(({ ws }) => ws ?? [])
}

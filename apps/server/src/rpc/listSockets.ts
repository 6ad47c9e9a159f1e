import type { ChainRpc } from './createChainRpc.ts'

/** The WebSockets of a chain's nodes, those that serve first; those of nodes on another chain are left out. */
export function listSockets(chain: Pick<ChainRpc, 'upstreams'> | undefined): string[] {
  return (chain?.upstreams ?? [])
    .filter((upstream) => !upstream.wrongChain())
    .toSorted((a, b) => Number(b.serving()) - Number(a.serving()))
    .flatMap(({ ws }) => ws ?? [])
}

import type { EvmAddress } from '@latchkey/protocol'
import type { PoolState } from '../pools/PoolState.ts'

/** One pool in one direction. */
export type Edge = {
  /** Index of the pool's state in a book. */
  index: number
  /** Whether the pool's token0 goes in. */
  forward: boolean
  tokenIn: EvmAddress
  tokenOut: EvmAddress
}

/** A path from the source token to the target token. It visits no token twice, and so no pool twice. */
export type Path = {
  /** Equal for the same pools in the same order. */
  key: string
  edges: readonly Edge[]
  /** Approximate gas units of its hops. */
  gas: number
}

/** The state of every pool of a graph, by `Edge.index`. */
export type Book = readonly PoolState[]

/** A graph with tokens as nodes and pools as edges. */
export type PoolGraph = {
  book: Book
  edgesFrom: (token: EvmAddress) => readonly Edge[]
  /** Least number of pools between a token and the target; infinite if there is no path. */
  distance: (token: EvmAddress) => number
}

/**
 * Creates the graph of all pools that can be on a path. The order of the pools makes no difference.
 *
 * @param avoid tokens that no path passes through; a path can start or end with one
 */
export function createPoolGraph({
  pools,
  tokenIn,
  tokenOut,
  avoid,
}: {
  pools: Iterable<PoolState>
  tokenIn: EvmAddress
  tokenOut: EvmAddress
  avoid?: ReadonlySet<EvmAddress> | undefined
}): PoolGraph {
  const closed = (token: EvmAddress) => token !== tokenIn && token !== tokenOut && avoid?.has(token) === true
  const book = [...pools]
    .filter((pool) => pool.token0 !== pool.token1 && !closed(pool.token0) && !closed(pool.token1))
    .sort((one, other) => (one.address < other.address ? -1 : one.address > other.address ? 1 : 0))

  const edges = new Map<EvmAddress, Edge[]>()
  const add = (edge: Edge) => {
    const present = edges.get(edge.tokenIn)
    if (present) present.push(edge)
    else edges.set(edge.tokenIn, [edge])
  }
  for (const [index, { token0, token1 }] of book.entries()) {
    add({ index, forward: true, tokenIn: token0, tokenOut: token1 })
    add({ index, forward: false, tokenIn: token1, tokenOut: token0 })
  }

  const distances = new Map<EvmAddress, number>([[tokenOut, 0]])
  let border: EvmAddress[] = [tokenOut]
  for (let distance = 1; border.length > 0; distance += 1) {
    const next: EvmAddress[] = []
    for (const token of border) {
      for (const edge of edges.get(token) ?? []) {
        if (distances.has(edge.tokenOut)) continue
        distances.set(edge.tokenOut, distance)
        next.push(edge.tokenOut)
      }
    }
    border = next
  }

  return {
    book,
    edgesFrom: (token) => edges.get(token) ?? [],
    distance: (token) => distances.get(token) ?? Number.POSITIVE_INFINITY,
  }
}

import type { EvmAddress } from '@latchkey/protocol'
import type { Estimator, States } from './createEstimator.ts'
import type { Edge, Path, PoolGraph } from './createPoolGraph.ts'

/** A path and its output for the requested amount. */
export type RankedPath = { path: Path; amountOut: number }

type Label = { token: EvmAddress; amount: number; gas: number; edge: Edge | undefined; before: Label | undefined }

/**
 * Finds the paths with the largest outputs for an amount, best first. After each hop, it keeps only the best ways to each
 * token, because a larger input never has a smaller output. The work grows with the number of pools, not with the number of
 * paths. The best path is always in the result.
 *
 * @param states of the pools: the initial ones, or those after a part of the swap
 * @param width number of ways that are kept for each token and number of hops
 * @param limit maximum number of paths
 */
export function findPaths({
  graph,
  estimator,
  states,
  tokenIn,
  tokenOut,
  amountIn,
  maximumHops,
  width,
  limit,
}: {
  graph: PoolGraph
  estimator: Estimator
  states: States
  tokenIn: EvmAddress
  tokenOut: EvmAddress
  amountIn: number
  maximumHops: number
  width: number
  limit: number
}): RankedPath[] {
  const found: Label[] = []
  let layer: Label[] = [{ token: tokenIn, amount: amountIn, gas: 0, edge: undefined, before: undefined }]

  for (let hop = 1; hop <= maximumHops && layer.length > 0; hop += 1) {
    const next = new Map<EvmAddress, Label[]>()
    for (const label of layer) {
      for (const edge of graph.edgesFrom(label.token)) {
        if (graph.distance(edge.tokenOut) > maximumHops - hop || wasAt(label, edge.tokenOut)) continue
        // Pools pay whole base units, which matters for small amounts.
        const amount = Math.floor(estimator.probe({ edge, amountIn: label.amount, states }))
        if (amount <= 0) continue
        const reached = { token: edge.tokenOut, amount, gas: label.gas + estimator.gasOf(edge), edge, before: label }
        if (edge.tokenOut === tokenOut) found.push(reached)
        else insert(next, reached, width)
      }
    }
    layer = [...next.values()].flat()
  }

  return found
    .sort((one, other) => other.amount - one.amount)
    .slice(0, limit)
    .map((label) => ({ path: toPath(label), amountOut: label.amount }))
}

function wasAt(label: Label, token: EvmAddress): boolean {
  for (let at: Label | undefined = label; at; at = at.before) if (at.token === token) return true
  return false
}

function insert(layer: Map<EvmAddress, Label[]>, label: Label, width: number): void {
  const present = layer.get(label.token)
  if (!present) {
    layer.set(label.token, [label])
    return
  }
  let place = present.length
  while (place > 0 && (present[place - 1]?.amount ?? 0) < label.amount) place -= 1
  if (place >= width) return
  present.splice(place, 0, label)
  if (present.length > width) present.pop()
}

function toPath(label: Label): Path {
  const edges: Edge[] = []
  for (let at: Label | undefined = label; at?.edge; at = at.before) edges.unshift(at.edge)
  return { key: edges.map((edge) => edge.index).join('-'), edges, gas: label.gas }
}

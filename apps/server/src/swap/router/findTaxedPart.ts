import type { Estimator } from './createEstimator.ts'
import type { PoolGraph } from './createPoolGraph.ts'
import { findPaths } from './findPaths.ts'
import type { RouteRequest, TransferFees } from './Route.ts'
import type { RoutingSource } from './RoutingSource.ts'
import { type SettledPart, settleShares } from './settleShares.ts'

/** A swap of tokens with a transfer fee. */
export type TaxedPart = {
  /** From the amount that reaches the first pool to the output of the last pool. */
  part: SettledPart
  /** Amount that arrives at the receiver. */
  amountOut: bigint
  gas: number
}

/**
 * Finds the best single path for tokens with a transfer fee. The fee of the source token applies on its way into the first
 * pool, and that of the target token on its way to the receiver.
 *
 * @param graph of v2 pools only: their router measures the amount that arrived, and v3 pools refuse a smaller amount than the
 *   sent one
 */
export function findTaxedPart({
  graph,
  estimator,
  sources,
  request: { tokenIn, tokenOut, amountIn },
  transferFees,
  maximumHops,
  gasValue,
}: {
  graph: PoolGraph
  estimator: Estimator
  sources: readonly RoutingSource[]
  request: Pick<RouteRequest, 'tokenIn' | 'tokenOut' | 'amountIn'>
  transferFees: TransferFees
  maximumHops: number
  gasValue: number
}): TaxedPart | undefined {
  const arriving = afterTransfer(amountIn, transferFees.from)
  const worth = ({ amountOut, gas }: TaxedPart) => Number(amountOut) - gasValue * gas
  return findPaths({
    graph,
    estimator,
    states: estimator.start,
    tokenIn,
    tokenOut,
    amountIn: Number(arriving),
    maximumHops,
    width: 8,
    limit: 16,
  })
    .flatMap(({ path }): TaxedPart[] => {
      const settled = settleShares({ shares: [{ path, fraction: 1 }], amountIn: arriving, book: graph.book, sources })
      const part = settled?.parts[0]
      const amountOut = afterTransfer(part?.amountOut ?? 0n, transferFees.to)
      return settled && part && amountOut > 0n ? [{ part, amountOut, gas: settled.gas }] : []
    })
    .sort((one, other) => worth(other) - worth(one))[0]
}

/** Returns the amount that arrives of a transfer. Such tokens round their fee down. */
function afterTransfer(amount: bigint, millionths: number): bigint {
  return amount - (amount * BigInt(millionths)) / 1_000_000n
}

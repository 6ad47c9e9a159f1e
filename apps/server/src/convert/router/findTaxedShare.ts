import type { PoolGraph } from './createPoolGraph.ts'
import type { Swapper } from './createSwapper.ts'
import { findPaths } from './findPaths.ts'
import type { GasCost } from './priceGas.ts'
import type { RouteRequest, TransferFees } from './Route.ts'
import { type Share, simulateParts } from './simulateParts.ts'

/** A swap of tokens that take a part of each transfer. */
export type TaxedShare = {
  /** What reaches the first pool. */
  share: Share
  /** What the last pool sends. */
  sent: bigint
  /** What arrives of it. */
  amountOut: bigint
  gas: number
}

/**
 * The best single path for tokens that take a part of each transfer: the source token on its way into the first pool, the
 * target token on its way to the receiver.
 *
 * @param graph of v2 pools only: their router measures what arrived, v3 pools refuse when less arrives than was sent
 */
export function findTaxedShare({
  graph,
  swapper,
  request,
  transferFees,
  maximumHops,
  gasCost,
}: {
  graph: PoolGraph
  swapper: Swapper
  request: Pick<RouteRequest, 'tokenIn' | 'tokenOut' | 'amountIn'>
  transferFees: TransferFees
  maximumHops: number
  gasCost: GasCost
}): TaxedShare | undefined {
  const arriving = afterTransfer(request.amountIn, transferFees.from)
  let best: TaxedShare | undefined
  for (const { path } of findPaths({
    graph,
    book: graph.book,
    swapper,
    tokenIn: request.tokenIn,
    tokenOut: request.tokenOut,
    amountIn: arriving,
    maximumHops,
    width: 8,
    limit: 24,
  })) {
    const share = { path, amountIn: arriving }
    const simulation = simulateParts({ shares: [share], book: graph.book, swapper })
    if (!simulation) continue
    const { amountOut: sent, gas } = simulation
    const amountOut = afterTransfer(sent, transferFees.to)
    if (amountOut <= 0n) continue
    if (best && amountOut - gasCost(gas) <= best.amountOut - gasCost(best.gas)) continue
    best = { share, sent, amountOut, gas }
  }
  return best
}

/** What arrives of a transfer: the token's part is rounded down, as such tokens do it. */
function afterTransfer(amount: bigint, millionths: number): bigint {
  return amount - (amount * BigInt(millionths)) / 1_000_000n
}

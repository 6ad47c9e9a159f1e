import type { EvmAddress } from '@latchkey/protocol'
import type { PoolGraph } from './createPoolGraph.ts'
import type { Swapper } from './createSwapper.ts'
import { findPaths } from './findPaths.ts'

/** Units of gas to base units of the target token. */
export type GasCost = (gas: number) => bigint

/** Gas of a usual swap: its price is asked for in one piece, so that a pool with nothing in it cannot name it. */
const usualGas = 250_000n

/**
 * What gas is worth in the target token, told by the pools themselves. Where no pool tells it, gas weighs nothing.
 *
 * @param gasPrice wei
 */
export function priceGas({
  graph,
  swapper,
  wrappedNative,
  tokenOut,
  gasPrice,
  maximumHops,
}: {
  graph: PoolGraph
  swapper: Swapper
  wrappedNative: EvmAddress | undefined
  tokenOut: EvmAddress
  gasPrice: bigint
  maximumHops: number
}): GasCost {
  if (gasPrice <= 0n || !wrappedNative) return () => 0n
  if (wrappedNative === tokenOut) return (gas) => BigInt(Math.ceil(gas)) * gasPrice

  // Gas may cost less than a base unit of the target token: then more of it is priced, never so much that it moves pools.
  for (const times of [1n, 1_000n, 1_000_000n]) {
    const amount = gasPrice * usualGas * times
    const [best] = findPaths({
      graph,
      book: graph.book,
      swapper,
      tokenIn: wrappedNative,
      tokenOut,
      amountIn: amount,
      maximumHops,
      width: 2,
      limit: 1,
    })
    if (best && best.amountOut >= 1_000n) {
      return (gas) => (BigInt(Math.ceil(gas)) * gasPrice * best.amountOut) / amount
    }
  }
  return () => 0n
}

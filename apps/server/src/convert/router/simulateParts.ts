import type { PoolState } from '../pools/PoolState.ts'
import type { Book, Path } from './createPoolGraph.ts'
import type { Swapper } from './createSwapper.ts'

/** A path and how much of the source token goes along it. */
export type Share = { path: Path; amountIn: bigint }

/** What shares give when they run one after the other, and the states that they leave behind. */
export type Simulation = { amountOut: bigint; amountsOut: readonly bigint[]; gas: number; book: Book }

/** Gas of a transaction that swaps, hops aside: the transaction itself, the router's entry, the payment at its end. */
const transactionGas = 60_000
/** Gas of one more part: its call and its own transfer into the first pool. */
const partGas = 15_000

/**
 * Runs shares exactly as the chain would: in their order, each finding the pools as those before left them. A share of
 * nothing is no part and costs nothing.
 *
 * @returns undefined when one of them gives nothing
 */
export function simulateParts({
  shares,
  book,
  swapper,
}: {
  shares: readonly Share[]
  book: Book
  swapper: Swapper
}): Simulation | undefined {
  const states = book.slice()
  const amountsOut: bigint[] = []
  let total = 0n
  let gas = transactionGas
  for (const { path, amountIn } of shares) {
    if (amountIn === 0n) {
      amountsOut.push(0n)
      continue
    }
    const run = runPath({ path, amountIn, states, swapper })
    if (!run) return undefined
    for (const [place, edge] of path.edges.entries()) {
      const after = run.after[place]
      if (after) states[edge.index] = after
    }
    amountsOut.push(run.amountOut)
    total += run.amountOut
    gas += partGas + run.gas
  }
  return { amountOut: total, amountsOut, gas, book: states }
}

/** Runs one amount along a path and changes nothing. */
export function runPath({
  path,
  amountIn,
  states,
  swapper,
}: {
  path: Path
  amountIn: bigint
  states: Book
  swapper: Swapper
}): { amountOut: bigint; after: readonly PoolState[]; gas: number } | undefined {
  const after: PoolState[] = []
  let amount = amountIn
  let gas = 0
  for (const edge of path.edges) {
    const pool = states[edge.index]
    const swap = pool && swapper.swap(pool, edge.tokenIn, amount)
    if (!swap) return undefined
    amount = swap.amountOut
    gas += swap.gas
    after.push(swap.after)
  }
  return { amountOut: amount, after, gas }
}

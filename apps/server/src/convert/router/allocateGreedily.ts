import type { PoolState } from '../pools/PoolState.ts'
import type { Book, Path } from './createPoolGraph.ts'
import type { Swapper } from './createSwapper.ts'
import { runPath, type Share } from './simulateParts.ts'

/** How often the pieces may be halved when no path takes a whole one any more. */
const maximumHalvings = 12

/**
 * Spreads an amount over paths piece by piece: each piece goes where it gives most, given what the pieces before it have
 * done to the pools. As pools only ever get worse, this comes close to the best spread; `polishShares` does the rest.
 *
 * @param pieces how many; 20 is 5 % each
 * @param handicap base units of the target token that using a path costs over the whole amount
 * @returns undefined when the paths together cannot take the amount
 */
export function allocateGreedily({
  paths,
  amountIn,
  book,
  swapper,
  pieces,
  handicap,
}: {
  paths: readonly Path[]
  amountIn: bigint
  book: Book
  swapper: Swapper
  pieces: number
  handicap?: ((path: Path) => bigint) | undefined
}): Share[] | undefined {
  const states = book.slice()
  const lanes = paths.map((path) => ({
    path,
    amount: 0n,
    handicap: handicap?.(path) ?? 0n,
    run: undefined as { amountOut: bigint; after: readonly PoolState[] } | undefined,
    fresh: false,
    touches: new Set(path.edges.map((edge) => edge.index)),
  }))

  let size = amountIn / BigInt(pieces)
  if (size === 0n) size = 1n
  let left = amountIn
  let halvings = 0
  while (left > 0n) {
    // What does not divide goes with the first piece.
    const piece = left === amountIn ? size + (amountIn % size) : left < size ? left : size
    let best: (typeof lanes)[number] | undefined
    let bestValue = 0n
    for (const lane of lanes) {
      if (!lane.fresh) {
        lane.run = runPath({ path: lane.path, amountIn: piece, states, swapper })
        lane.fresh = true
      }
      if (!lane.run) continue
      const value = lane.run.amountOut - (lane.handicap * piece) / amountIn
      if (best && value <= bestValue) continue
      best = lane
      bestValue = value
    }
    const run = best?.run
    if (!best || !run) {
      if (halvings === maximumHalvings || size <= 1n) return undefined
      halvings += 1
      size = (size + 1n) / 2n
      for (const lane of lanes) lane.fresh = false
      continue
    }
    const changed = best.path.edges.map((edge) => edge.index)
    for (const [place, index] of changed.entries()) {
      const after = run.after[place]
      if (after) states[index] = after
    }
    best.amount += piece
    left -= piece
    const sameSize = (left < size ? left : size) === piece
    for (const lane of lanes) {
      if (!sameSize || changed.some((index) => lane.touches.has(index))) lane.fresh = false
    }
  }
  return lanes.filter((lane) => lane.amount > 0n).map(({ path, amount }) => ({ path, amountIn: amount }))
}

import type { Book } from './createPoolGraph.ts'
import type { Swapper } from './createSwapper.ts'
import { polishShares, type Spread } from './polishShares.ts'
import type { GasCost } from './priceGas.ts'
import { type Share, simulateParts } from './simulateParts.ts'

/** What a swap is worth: what it gives less what its gas costs. */
export function worth({ simulation }: Pick<Spread, 'simulation'>, gasCost: GasCost): bigint {
  return simulation.amountOut - gasCost(simulation.gas)
}

/**
 * Takes shares away while there are too many, and those that bring in less than their gas costs. What a share carried goes
 * to the others.
 */
export function dropShares({
  spread,
  book,
  swapper,
  gasCost,
  maximumParts,
  turns,
}: {
  spread: Spread
  book: Book
  swapper: Swapper
  gasCost: GasCost
  maximumParts: number
  turns: number
}): Spread | undefined {
  let current = spread
  while (current.shares.length > 1) {
    const tooMany = current.shares.length > maximumParts
    const without = leaveOneOut({ spread: current, book, swapper, gasCost, turns })
    if (!without) return tooMany ? undefined : current
    if (!tooMany && worth(without, gasCost) < worth(current, gasCost)) return current
    current = without
  }
  return current.shares.length > maximumParts ? undefined : current
}

/** The best that is left when one share goes: the two that look best are polished before they are compared. */
function leaveOneOut({
  spread,
  book,
  swapper,
  gasCost,
  turns,
}: {
  spread: Spread
  book: Book
  swapper: Swapper
  gasCost: GasCost
  turns: number
}): Spread | undefined {
  const rough: Spread[] = []
  for (const index of spread.shares.keys()) {
    const shares = spreadOver(spread.shares, index)
    const simulation = simulateParts({ shares, book, swapper })
    if (simulation) rough.push({ shares, simulation })
  }
  rough.sort((one, other) => compare(worth(other, gasCost), worth(one, gasCost)))
  const polished = rough.slice(0, 2).flatMap(({ shares }) => {
    return polishShares({ shares, book, swapper, turns, firstStep: 16n }) ?? []
  })
  polished.sort((one, other) => compare(worth(other, gasCost), worth(one, gasCost)))
  return polished[0]
}

function spreadOver(shares: readonly Share[], leftOut: number): Share[] {
  const carried = shares[leftOut]?.amountIn ?? 0n
  const rest = shares.filter((_, index) => index !== leftOut)
  const total = rest.reduce((sum, share) => sum + share.amountIn, 0n)
  let left = carried
  const grown = rest.map(({ path, amountIn }) => {
    const more = total === 0n ? 0n : (carried * amountIn) / total
    left -= more
    return { path, amountIn: amountIn + more }
  })
  const [first, ...others] = grown
  return first ? [{ path: first.path, amountIn: first.amountIn + left }, ...others] : []
}

function compare(one: bigint, other: bigint): number {
  return one > other ? 1 : one < other ? -1 : 0
}

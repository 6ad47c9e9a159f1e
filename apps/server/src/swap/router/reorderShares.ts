import { balanceShares } from './balanceShares.ts'
import type { Share } from './createEstimator.ts'
import { type Setting, type Spread, toSpread } from './Spread.ts'

/** A gain below this part of the whole is too small for another order. */
const tolerance = 1e-7

/**
 * Tries other orders for shares that pass the same pool. Fees that stay in a pool make it deeper for the next share, so the
 * order matters for swaps that move prices far.
 *
 * @param rounds maximum number of exchanges; each one exchanges two neighbors
 */
export function reorderShares({ spread, rounds, ...setting }: Setting & { spread: Spread; rounds: number }): Spread {
  let best = spread
  for (let round = 0; round < rounds; round += 1) {
    const [next] = listOrders(best.shares)
      .flatMap((shares) => toSpread(shares, setting) ?? [])
      .map((look) => balanceShares({ ...setting, spread: look, sweeps: 2, width: 1 / 4, tolerance }))
      .sort((one, other) => other.amountOut - one.amountOut)
    if (!next || next.amountOut - best.amountOut <= tolerance * best.amountOut) return best
    best = next
  }
  return best
}

/** Lists the orders in which two neighbors with a common pool have changed places. */
function listOrders(shares: readonly Share[]): Share[][] {
  return shares.flatMap((share, place) => {
    const next = shares[place + 1]
    if (!next || !haveCommonPool(share, next)) return []
    return [[...shares.slice(0, place), next, share, ...shares.slice(place + 2)]]
  })
}

function haveCommonPool(one: Share, other: Share): boolean {
  return one.path.edges.some(({ index }) => other.path.edges.some((edge) => edge.index === index))
}

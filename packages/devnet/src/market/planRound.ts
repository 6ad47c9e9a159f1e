import type { World } from '../world/World.ts'
import { fairPrice } from './fairPrice.ts'
import { bell, type Random } from './random.ts'
import { type PoolState, poolPrice } from './readPools.ts'
import { type Swap, tradeTowards } from './tradeTowards.ts'

/** Returns the fair price of a pool's base token in its quote token. */
function fairPoolPrice({ world, state, time }: { world: World; state: PoolState; time: number }): number {
  const usd = (symbol: string) => fairPrice({ symbol, price: world.prices[symbol] ?? 1, time })
  return usd(state.pool.base.symbol) / usd(state.pool.quote.symbol)
}

/** Smallest visible move of a price, as a logarithm. */
const smallestMove = 0.0012

/**
 * Chooses the swaps of one round: one in a pool of the site's token, because visitors look at its chart, and one in another pool.
 * Each choice is either the pool that is furthest from its fair price or a random pool, because quiet markets need trades as well.
 * Each swap moves the price towards the fair price with some noise. Prices of different pools then agree, and still keep moving.
 *
 * @param time Seconds since the chain's first block.
 */
export function planRound({
  world,
  states,
  time,
  random,
}: {
  world: World
  states: readonly PoolState[]
  time: number
  random: Random
}): Swap[] {
  const gaps = states.map((state) => ({
    state,
    gap: Math.log(fairPoolPrice({ world, state, time }) / poolPrice(state)),
  }))
  const site = gaps.filter(({ state }) => state.pool.base.kind === 'site')
  // Almost every other price depends on the native token's dollar price. Its pools get nearly half of the remaining trades.
  const native = random() < 0.45
  const others = gaps.filter(
    ({ state }) => state.pool.base.kind !== 'site' && (state.pool.base.kind === 'wrapped-native') === native,
  )
  return [choose({ gaps: site, random }), choose({ gaps: others, random })].flatMap((chosen) => {
    if (!chosen) return []
    const { state, gap } = chosen
    let move = gap + bell(random) * 0.0015
    if (Math.abs(move) < smallestMove) move = smallestMove * (1 + random()) * (random() < 0.5 ? -1 : 1)
    return tradeTowards({ state, target: poolPrice(state) * Math.exp(move) }) ?? []
  })
}

function choose<Entry extends { gap: number }>({ gaps, random }: { gaps: readonly Entry[]; random: Random }) {
  const furthest = [...gaps].sort((a, b) => Math.abs(b.gap) - Math.abs(a.gap))[0]
  if (furthest && Math.abs(furthest.gap) > 0.0025 && random() < 0.5) return furthest
  return gaps[Math.floor(random() * gaps.length)]
}

/** Returns the swaps that move all pools to their fair prices, which removes arbitrage between them. */
export function planAlignment({
  world,
  states,
  time,
}: {
  world: World
  states: readonly PoolState[]
  time: number
}): Swap[] {
  return states.flatMap((state) => tradeTowards({ state, target: fairPoolPrice({ world, state, time }) }) ?? [])
}

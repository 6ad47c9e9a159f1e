import type { World } from '../world/World.ts'
import { fairPrice } from './fairPrice.ts'
import { bell, type Random } from './random.ts'
import { type PoolState, poolPrice } from './readPools.ts'
import { type Swap, tradeTowards } from './tradeTowards.ts'

/** What a pool's base token should cost in its quote token at a moment. */
function fairPoolPrice({ world, state, time }: { world: World; state: PoolState; time: number }): number {
  const usd = (symbol: string) => fairPrice({ symbol, price: world.prices[symbol] ?? 1, time })
  return usd(state.pool.base.symbol) / usd(state.pool.quote.symbol)
}

/** A price must move at least this much for a trade to be seen. */
const smallestMove = 0.0012

/**
 * Chooses the swaps of one round: one in a pool of the site's token, because its chart is what people look at, and one in
 * another pool. Either is the one whose price is furthest from what it should be, or any: a market that hardly moves has its visitors too. Each goes
 * towards the fair price with a little noise, so that pools agree with each other and still are never quite still.
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
  // The dollar price of the native coin stands behind almost every other price, so it gets nearly half of the rest.
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

/** The swaps that bring all pools to the fair prices of a moment, so that none offers a profit against another. */
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

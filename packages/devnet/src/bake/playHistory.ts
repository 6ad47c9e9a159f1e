import { historyLength } from '../market/fairPrice.ts'
import { planAlignment, planRound } from '../market/planRound.ts'
import { createRandom, pick } from '../market/random.ts'
import { readPools } from '../market/readPools.ts'
import { swapCall } from '../market/swapCall.ts'
import { poolsOf } from '../world/Pool.ts'
import type { World } from '../world/World.ts'
import type { ManualChain } from './ManualChain.ts'
import { peopleHistory } from './peopleHistory.ts'

/** Rounds of trading between the opening of the pools and the end of the history. */
const rounds = 340

/**
 * Plays the two days before a visitor arrives: the traders' rounds and the people's transactions, in chronological order.
 *
 * @param genesis Time of the chain's first block, seconds since 1970.
 * @param opened Seconds after it at which the pools opened.
 */
export async function playHistory({
  chain,
  world,
  genesis,
  opened,
  onProgress,
}: {
  chain: ManualChain
  world: World
  genesis: number
  opened: number
  onProgress: (share: number) => void
}): Promise<void> {
  const random = createRandom(chain.id)
  const pools = poolsOf(world)
  const people = peopleHistory({ world }).sort((a, b) => a.time - b.time)
  const [first, ...others] = world.accounts.traders
  if (!first) throw new Error('there are no traders')
  const pace = (historyLength - opened) / rounds
  for (let round = 1; round <= rounds; round += 1) {
    // The last round lies exactly at the end, a chart's newest point.
    const time = Math.round(opened + (round - (round === rounds ? 0 : random() * 0.9)) * pace)
    for (let event = people[0]; event && event.time < time; event = people[0]) {
      people.shift()
      for (const call of event.calls) await chain.send(call)
      await chain.mine({ at: genesis + Math.round(event.time) })
    }
    const states = await readPools({ rpc: chain.rpc, pools })
    const swaps = round === rounds ? planAlignment({ world, states, time }) : planRound({ world, states, time, random })
    for (const swap of swaps) {
      const trader = pick({ random, from: [first, ...others] })
      await chain.send({ from: trader, ...swapCall({ swap, receiver: trader.address }), gas: 500_000n })
    }
    await chain.mine({ at: genesis + time })
    if (round % 30 === 0) onProgress(round / rounds)
  }
}

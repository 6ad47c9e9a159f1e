import type { Call } from '../names/measureCalls.ts'

/** Calls in a second of the processor's time, ours and its peer's. */
export type Cost = { rate: number; peer: number }

/** Short, so that other load on the machine affects both. */
const turn = 100
const turns = 40

/**
 * Takes two calls in turns, one after the other, 4 seconds each, and counts the processor's time: what else runs on the machine then has its
 * say in neither. The first turns warm both up and do not count.
 */
export async function compareCost({ ours, peer }: { ours: Call; peer: Call }): Promise<Cost> {
  const own = { calls: 0, milliseconds: 0 }
  const beside = { calls: 0, milliseconds: 0 }
  const take = async (call: Call, into: typeof own) => {
    const end = performance.now() + turn
    const start = process.cpuUsage()
    let calls = 0
    while (performance.now() < end) {
      await call()
      calls++
    }
    const { user, system } = process.cpuUsage(start)
    into.calls += calls
    into.milliseconds += (user + system) / 1000
  }
  for (let index = 0; index < 5; index++) for (const call of [peer, ours]) await take(call, { ...own })
  for (let index = 0; index < turns; index++) {
    await take(peer, beside)
    await take(ours, own)
  }
  return { rate: (own.calls * 1000) / own.milliseconds, peer: (beside.calls * 1000) / beside.milliseconds }
}

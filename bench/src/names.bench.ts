/** Names by the ten thousand, the hundred thousand and the million: reads, reverse, gateway, suggestions. See bench/names.md. */
import autocannon from 'autocannon'
import { privateKeyToAccount } from 'viem/accounts'
import { findPostgres, startPostgres } from '../../scripts/services/postgres.mjs'
import { createBareRead, createBareSignature, createNameCalls, type NameCalls } from './names/createNameCalls.ts'
import { labelOf, zone } from './names/fillNames.ts'
import { measureLatencies, measureRate } from './names/measureCalls.ts'
import { type NameWorld, openNameWorld } from './names/openNameWorld.ts'
import { type Figure, quantile, reportFigures } from './report.ts'

const sizes = (process.env.LATCHKEY_BENCH_NAMES ?? '10000,100000,1000000').split(',').map(Number)
const rounds = 5
/** Calls that are under way at once, and connections to the database. */
const load = { concurrency: 16, seconds: 1, connections: 10 } as const
const steady = { rate: 200, seconds: 5 } as const
const goals = { p99: 20, read: 0.08, signed: 0.33, suggestions: 0.03, growth: 0.7, socket: 0.5 } as const
const kinds = ['read by name', 'reverse by address', 'gateway, signed', 'suggestions'] as const
/** The measurement of one kind and one number of names: the kind's rate, and its peer's right before. */
type Round = { rate: number; peer: number }

if (!findPostgres()) throw new Error('A million names need PostgreSQL 15 or newer (Debian: apt-get install postgresql)')
const privateKey = `0x${'5e'.repeat(32)}` as const
const bareSignature = createBareSignature({ signer: privateKeyToAccount(privateKey) })
const postgres = await startPostgres()
const worlds: NameWorld[] = []
const short = (count: number) => (count < 1_000_000 ? `${count / 1000}k` : `${count / 1_000_000}M`)
const perSecond = (rate: number) => `${rate.toFixed(0)}/s`

try {
  for (const count of sizes) {
    const world = await openNameWorld({ url: postgres.url, count, connections: load.connections, privateKey })
    worlds.push(world)
    console.log(`${short(count)} names are there, ${perSecond(world.speed)} rows`)
  }
  const calls = new Map(
    worlds.map(({ app, count }) => [count, createNameCalls({ request: (path) => app.request(path), count })]),
  )
  const measured = await measureRounds(calls)
  const roundsOf = (kind: keyof NameCalls, count: number) => measured.get(`${kind} ${count}`) ?? []
  const median = (values: readonly number[]) => quantile(values, 0.5)

  const figures: Figure[] = []
  for (const kind of kinds) {
    for (const [count, { [kind]: call }] of calls) {
      const own = roundsOf(kind, count)
      const ratio = median(own.map(({ rate, peer }) => rate / peer))
      const [peer, goal] =
        kind === 'gateway, signed'
          ? ['bare signature', goals.signed]
          : ['bare select', kind === 'suggestions' ? goals.suggestions : goals.read]
      const times = await measureLatencies({ call, ...steady })
      const [p50, p99] = [median(times), quantile(times, 0.99)]
      figures.push(
        {
          name: `${kind}, ${short(count)} names`,
          value: perSecond(median(own.map(({ rate }) => rate))),
          beside: `${peer} ${perSecond(median(own.map((round) => round.peer)))}, ratio ${ratio.toFixed(2)}, goal ${goal}`,
          verdict: ratio >= goal ? 'reached' : 'missed',
        },
        {
          name: `${kind}, ${short(count)} names: p99 at ${steady.rate}/s`,
          value: `${p99.toFixed(1)} ms`,
          beside: `p50 ${p50.toFixed(1)} ms; goal under ${goals.p99} ms`,
          verdict: p99 < goals.p99 ? 'reached' : 'missed',
        },
      )
    }
  }
  const [least = 0] = sizes
  for (const kind of kinds) {
    const growthOf = (part: keyof Round) =>
      sizes.map((count) => {
        const first = roundsOf(kind, least)
        return median(roundsOf(kind, count).map((round, index) => round[part] / (first[index]?.[part] ?? Number.NaN)))
      })
    const line = (values: readonly number[]) => values.map((value) => value.toFixed(2)).join(' → ')
    const growth = growthOf('rate')
    figures.push({
      name: `${kind}: ${sizes.map(short).join(' → ')}`,
      value: line(growth),
      beside: `of the rate with ${short(least)}; its peer ${line(growthOf('peer'))}; goal at least ${goals.growth} at the end`,
      verdict: (growth.at(-1) ?? 0) >= goals.growth ? 'reached' : 'missed',
    })
  }
  const largest = worlds.at(-1)
  if (largest) figures.push(await measureSocket(largest))
  reportFigures({
    name: 'names',
    title: `Names on PostgreSQL (one process; database and load share 2 cores; ${load.concurrency} calls at once, median of ${rounds} rounds)`,
    figures,
  })
} finally {
  for (const world of worlds) await world.close()
  await postgres.stop()
}

/** All in turn, so that other load on the machine affects each. The first round warms up and does not count. */
async function measureRounds(calls: ReadonlyMap<number, NameCalls>): Promise<Map<string, Round[]>> {
  const measured = new Map<string, Round[]>()
  for (let round = 0; round <= rounds; round++)
    for (const kind of kinds)
      for (const { count, pool } of worlds) {
        const own = calls.get(count)?.[kind]
        if (!own) continue
        const bare = kind === 'gateway, signed' ? bareSignature : createBareRead({ pool, count })
        const peer = await measureRate({ call: bare, ...load })
        const rate = await measureRate({ call: own, ...load })
        const key = `${kind} ${count}`
        if (round > 0) measured.set(key, [...(measured.get(key) ?? []), { rate, peer }])
      }
  return measured
}

/** Over a real port, asked from another thread, and the same without a port in turn. */
async function measureSocket({ count, app, listen }: NameWorld): Promise<Figure> {
  const { url } = await listen()
  const requests = Array.from({ length: 2_000 }, (_, index) => {
    const name = `${labelOf(Math.floor((index * count) / 2_000))}.${zone}`
    return { method: 'GET' as const, path: `/v1/profile/account/${name}` }
  })
  const { 'read by name': call } = createNameCalls({ request: (path) => app.request(path), count })
  const over: number[] = []
  const without: number[] = []
  const latencies: number[] = []
  for (let round = 0; round < 3; round++) {
    const result = await autocannon({ url, requests, connections: load.concurrency, duration: 3, workers: 1 })
    if (result.non2xx + result.errors > 0)
      throw new Error(`${result.non2xx} refusals and ${result.errors} errors over the port`)
    over.push(result.requests.average)
    latencies.push(result.latency.p99)
    without.push(await measureRate({ call, ...load }))
  }
  const [rate, limit] = [quantile(over, 0.5), quantile(without, 0.5)]
  return {
    name: `read by name over a socket, ${short(count)} names`,
    value: perSecond(rate),
    beside: `without a socket ${perSecond(limit)}, ratio ${(rate / limit).toFixed(2)}, goal ${goals.socket}; ${load.concurrency} connections, p99 ${quantile(latencies, 0.5)} ms`,
    verdict: rate / limit >= goals.socket ? 'reached' : 'missed',
  }
}

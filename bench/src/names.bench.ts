/** Names by the ten thousand, the hundred thousand and the million: reads, reverse, gateway, suggestions. See bench/names.md. */
import autocannon from 'autocannon'
import { privateKeyToAccount } from 'viem/accounts'
import { findPostgres, startPostgres } from '../../scripts/services/postgres.mjs'
import { createBareRead, createBareSignature, createNameCalls, type NameCalls } from './names/createNameCalls.ts'
import { labelOf, zone } from './names/fillNames.ts'
import { type Call, measureLatencies, measureRate } from './names/measureCalls.ts'
import { type NameWorld, openNameWorld } from './names/openNameWorld.ts'
import { type Figure, quantile, reportFigures } from './report.ts'

const sizes = (process.env.LATCHKEY_BENCH_NAMES ?? '10000,100000,1000000').split(',').map(Number)
const rounds = 5
/** Calls that are under way at once, and connections to the database. */
const load = { concurrency: 16, seconds: 1, connections: 10 } as const
const steady = { rate: 200, seconds: 5 } as const
const goals = { p99: 20, read: 0.1, signed: 0.4, suggestions: 0.03, growth: 0.7, socket: 0.5 } as const
const kinds = ['read by name', 'reverse by address', 'gateway, signed', 'suggestions'] as const
type Kind = keyof NameCalls | 'bare select' | 'bare signature'

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
    worlds.map(({ app, pool, count }) => [
      count,
      {
        'bare select': createBareRead({ pool, count }),
        'bare signature': bareSignature,
        ...createNameCalls({ request: (path) => app.request(path), count }),
      } satisfies Record<Kind, Call>,
    ]),
  )
  const rates = await measureRates(calls)
  const rateOf = (kind: Kind, count: number) => quantile(rates.get(`${kind} ${count}`) ?? [], 0.5)

  const figures: Figure[] = []
  for (const kind of kinds) {
    for (const [count, { [kind]: call }] of calls) {
      const times = await measureLatencies({ call, ...steady })
      const [p50, p99] = [quantile(times, 0.5), quantile(times, 0.99)]
      const peer = kind === 'gateway, signed' ? 'bare signature' : 'bare select'
      const goal = kind === 'suggestions' ? goals.suggestions : peer === 'bare select' ? goals.read : goals.signed
      const ratio = rateOf(kind, count) / rateOf(peer, count)
      figures.push(
        {
          name: `${kind}, ${short(count)} names`,
          value: perSecond(rateOf(kind, count)),
          beside: `${peer} ${perSecond(rateOf(peer, count))}, ratio ${ratio.toFixed(2)}, goal ${goal}`,
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
  const growthOf = (kind: Kind) => sizes.map((count) => rateOf(kind, count) / rateOf(kind, least))
  const line = (values: readonly number[]) => values.map((value) => value.toFixed(2)).join(' → ')
  for (const kind of kinds) {
    const growth = growthOf(kind)
    figures.push({
      name: `${kind}: ${sizes.map(short).join(' → ')}`,
      value: line(growth),
      beside: `of the rate with ${short(least)}; bare select ${line(growthOf('bare select'))}; goal at least ${goals.growth} at the end`,
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

/** The rates of all rounds, by kind and number of names. */
async function measureRates(calls: ReadonlyMap<number, Record<Kind, Call>>): Promise<Map<string, number[]>> {
  const rates = new Map<string, number[]>()
  // All in turn, so that what disturbs the machine disturbs each. The first round warms up and does not count.
  for (let round = 0; round <= rounds; round++)
    for (const kind of ['bare select', 'bare signature', ...kinds] as const)
      for (const [count, { [kind]: call }] of calls) {
        const rate = await measureRate({ call, ...load })
        const key = `${kind} ${count}`
        if (round > 0) rates.set(key, [...(rates.get(key) ?? []), rate])
      }
  return rates
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

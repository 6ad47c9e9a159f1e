/** The relay beside a bare WebSocket server that moves the same frames. See bench/relay.md. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import WebSocket from 'ws'
import { startChild } from '../../scripts/lib/child.mjs'
import { findRedis, startRedis } from '../../scripts/services/redis.mjs'
import { createRelayToken } from './relay/createRelayToken.ts'
import { measureLatency, measureThroughput } from './relay/measure.ts'
import { openPairs } from './relay/Pairs.ts'
import { projectId, type RelayProcess, startRelayProcess } from './relay/startRelayProcess.ts'
import { type Figure, quantile, reportFigures } from './report.ts'

const clients = 500
const rounds = Number(process.env.LATCHKEY_BENCH_ROUNDS ?? 5)
const goals = {
  memory: { p50: 1, rate: 8_000 },
  redis: { p50: 2, rate: 5_000 },
  ratio: 0.5,
  connects: 500,
  mebibytes: 350,
}
const folder = mkdtempSync(join(tmpdir(), 'latchkey-relay-'))
const running: { stop: () => Promise<unknown> }[] = []
const figures: Figure[] = []
const median = (values: readonly number[]) => quantile(values, 0.5)

try {
  const bare = startChild({
    name: 'echo',
    file: 'bench/src/relay/echo.mjs',
    env: {},
    logFile: join(folder, 'echo.log'),
  })
  running.push(bare)
  const { url: bareUrl } = (await bare.ready) as { url: string }
  const stores: ('memory' | 'redis')[] = findRedis() ? ['memory', 'redis'] : ['memory']
  const redis = stores.includes('redis') ? await startRedis() : undefined
  if (redis) running.push(redis)

  for (const store of stores) {
    const relay = await startRelayProcess({
      folder,
      name: store,
      store: store === 'redis' ? (redis?.url ?? '') : store,
    })
    running.push(relay)
    const p50s: number[] = []
    const p99s: number[] = []
    const rates: number[] = []
    const limits: number[] = []
    const limitP50s: number[] = []
    let lost = 0
    // Relay and limit in turn, so that other load on the machine affects both. The first round warms up and does not count.
    for (let round = 0; round <= rounds; round++) {
      for (const [url, isBare] of [
        [bareUrl, true],
        [relay.url, false],
      ] as const) {
        const pairs = await openPairs({ url, count: clients / 2, bare: isBare })
        const steady = await measureLatency({ pairs, rate: 1000, seconds: round === 0 ? 1 : 3 })
        const rate = await measureThroughput({ pairs, seconds: round === 0 ? 1 : 3 })
        pairs.close()
        if (round === 0) continue
        if (isBare) {
          limits.push(rate)
          limitP50s.push(steady.p50)
        } else {
          rates.push(rate)
          p50s.push(steady.p50)
          p99s.push(steady.p99)
          lost += steady.lost
        }
      }
    }
    const rate = median(rates)
    const limit = median(limits)
    figures.push(
      {
        name: `${store}: publish → deliver at 1,000/s, p50`,
        value: `${median(p50s).toFixed(2)} ms`,
        beside: `goal ${goals[store].p50} ms; bare ws ${median(limitP50s).toFixed(2)} ms, ratio ${(median(p50s) / median(limitP50s)).toFixed(1)}; ${lost} lost`,
        verdict: median(p50s) <= goals[store].p50 && lost === 0 ? 'reached' : 'missed',
      },
      {
        name: `${store}: publish → deliver at 1,000/s, p99`,
        value: `${median(p99s).toFixed(2)} ms`,
        beside: 'reported',
        verdict: 'no goal',
      },
      {
        name: `${store}: messages per second`,
        value: rate.toFixed(0),
        beside: `goal ${goals[store].rate}`,
        verdict: rate >= goals[store].rate ? 'reached' : 'missed',
      },
      {
        name: `${store}: share of the bare server`,
        value: (rate / limit).toFixed(2),
        beside: `goal ${goals.ratio}; limit ${limit.toFixed(0)}/s (bare ws, the same frames, in turn with the relay)`,
        verdict: rate / limit >= goals.ratio ? 'reached' : 'missed',
      },
    )
    await relay.stop()
  }
  const many = await startRelayProcess({ folder, name: 'clients', store: 'memory' })
  running.push(many)
  figures.push(...(await measureClients(many)))
  await many.stop()
  // The server's default limits, which are measured here.
  const limited = await startRelayProcess({
    folder,
    name: 'flood',
    store: 'memory',
    limits: { messagesPerSecond: 100, burst: 500 },
  })
  running.push(limited)
  figures.push(await measureFlood(limited))
  reportFigures({
    name: 'relay',
    title: `Relay, ${clients} clients, 1 kB messages, median of ${rounds} (relay and load share 2 cores)`,
    figures,
  })
} finally {
  for (const part of running.toReversed()) await part.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** Measures connections with prepared signed tokens, and the memory of a connected client with its topic. */
async function measureClients(relay: RelayProcess): Promise<Figure[]> {
  const count = 8_000
  const before = residentSize(relay.pid)
  const tokens = Array.from({ length: count }, () => createRelayToken({ audience: relay.url }))
  const sockets: WebSocket[] = []
  let spent = 0
  let timed = 0
  for (let from = 0; from < count; from += 100) {
    const began = performance.now()
    const opened = await Promise.all(
      tokens.slice(from, from + 100).map(async (token, index) => {
        const socket = new WebSocket(`${relay.url}?auth=${token}&projectId=${projectId}`, { perMessageDeflate: false })
        await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
        socket.send(
          `{"id":"1700000000000000001","jsonrpc":"2.0","method":"irn_subscribe","params":{"topic":"${(from + index).toString(16).padStart(64, '0')}"}}`,
        )
        await new Promise((resolve) => socket.once('message', resolve))
        return socket
      }),
    )
    spent += performance.now() - began
    timed += opened.length
    sockets.push(...opened)
  }
  const after = residentSize(relay.pid)
  for (const socket of sockets) socket.terminate()
  const rate = timed / (spent / 1000)
  return [
    {
      name: 'connects per second, each with its token checked and a topic',
      value: rate.toFixed(0),
      beside: `goal ${goals.connects}`,
      verdict: rate >= goals.connects ? 'reached' : 'missed',
    },
    {
      name: `memory at ${count} clients`,
      value: `${after.toFixed(0)} MiB`,
      beside: `goal ${goals.mebibytes} MiB; ${before.toFixed(0)} MiB with none`,
      verdict: after <= goals.mebibytes ? 'reached' : 'missed',
    },
  ]
}

/** Measures the effect of one client that sends as fast as it can on all others. */
async function measureFlood(relay: RelayProcess): Promise<Figure> {
  const quiet: number[] = []
  const flooded: number[] = []
  const pairs = await openPairs({ url: relay.url, count: clients / 2 })
  await measureLatency({ pairs, rate: 1000, seconds: 2 })
  const flood = startChild({
    name: 'flood',
    file: 'bench/src/relay/flood.ts',
    args: [relay.url],
    env: {},
    logFile: join(folder, 'flood.log'),
  })
  running.push(flood)
  const turn = (on: boolean) => process.kill(flood.pid ?? 0, on ? 'SIGCONT' : 'SIGSTOP')
  await flood.ready
  // Quiet and flooded in turn, so that other load on the machine affects both.
  for (let round = 0; round < rounds; round++) {
    turn(false)
    quiet.push((await measureLatency({ pairs, rate: 1000, seconds: 3 })).p99)
    turn(true)
    flooded.push((await measureLatency({ pairs, rate: 1000, seconds: 3 })).p99)
  }
  pairs.close()
  await flood.stop()
  const ratio = median(flooded) / median(quiet)
  return {
    name: 'p99 of the others while one client floods',
    value: `${median(flooded).toFixed(2)} ms`,
    beside: `quiet ${median(quiet).toFixed(2)} ms, ratio ${ratio.toFixed(2)}, goal 2`,
    verdict: ratio <= 2 ? 'reached' : 'missed',
  }
}

/** Mebibytes of a process that are in memory. */
function residentSize(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
  } catch {
    return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024
  }
}

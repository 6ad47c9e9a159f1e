/** Balance and history under load, beside a bare node:http reply of the same size. See bench/api.md. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startDevnet, toChainConfigs } from '@latchkey/devnet'
import autocannon from 'autocannon'
import { startChild } from '../../scripts/lib/child.mjs'
import { findPostgres, startPostgres } from '../../scripts/services/postgres.mjs'
import { type Figure, quantile, reportFigures } from './report.ts'

const bareServer = `
const body = process.env.BODY
require('node:http')
  .createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
    response.end(body)
  })
  .listen(0, '127.0.0.1', function () { process.stdout.write(String(this.address().port)) })
`

const goals = { p99: 50, ratio: 0.1, fresh: 2_000 } as const
/** Transactions whose way into the history is timed. */
const transactions = 15
const projectId = '10ca1000000000000000000000000000'
const folder = mkdtempSync(join(tmpdir(), 'latchkey-api-'))
const devnet = await startDevnet({ folder: process.env.LATCHKEY_FOLDER ?? join(process.cwd(), '.latchkey') })
const postgres = findPostgres() ? await startPostgres() : undefined
const configFile = join(folder, 'server.config.json')
writeFileSync(
  configFile,
  JSON.stringify({
    http: { port: 0 },
    metrics: { port: 0 },
    dataFolder: join(folder, 'server'),
    ...(postgres ? { database: { url: postgres.url } } : {}),
    projects: [{ id: projectId, name: 'Benchmark', origins: [] }],
    chains: toChainConfigs(devnet),
    // The limits are not measured here.
    limits: { readPerMinute: 1_000_000_000, rpcPerMinute: 1_000_000_000, connectionsPerAddress: 100_000 },
  }),
)
const server = startChild({
  name: 'server',
  file: 'apps/server/src/main.ts',
  env: { LATCHKEY_CONFIG: configFile, LOG_LEVEL: 'warn', NODE_ENV: 'production' },
  logFile: join(folder, 'server.log'),
})
let bare: ChildProcess | undefined
try {
  const { url } = (await server.ready) as { url: string }
  const account = devnet.accounts[0]?.address
  const chainId = devnet.chains[0]?.chainId
  const paths = {
    balance: `/v1/account/${account}/balance?currency=usd&chainId=${chainId}&projectId=${projectId}`,
    history: `/v1/account/${account}/history?currency=usd&chainId=${chainId}&projectId=${projectId}`,
  }
  await until(async () => ((await (await fetch(url + paths.history)).json()) as { data: unknown[] }).data.length > 0)
  const figures: Figure[] = []
  for (const [name, path] of Object.entries(paths)) {
    const body = await (await fetch(url + path)).text()
    bare = spawn(process.execPath, ['-e', bareServer], {
      env: { ...process.env, BODY: body },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const port = await new Promise<number>((resolve) => bare?.stdout?.once('data', (data) => resolve(Number(data))))
    const limit = await throughput(`http://127.0.0.1:${port}/`)
    bare.kill()
    const rate = await throughput(url + path)
    const steady = await autocannon({ url: url + path, connections: 10, overallRate: 200, duration: 8 })
    const ratio = rate / limit
    figures.push(
      {
        name: `${name}, warm: requests per second`,
        value: rate.toFixed(0),
        beside: `limit ${limit.toFixed(0)} (bare node:http, the same ${body.length} bytes), ratio ${ratio.toFixed(2)}, goal ${goals.ratio}`,
        verdict: ratio >= goals.ratio ? 'reached' : 'missed',
      },
      {
        name: `${name}, warm: p99 at 200 requests/s`,
        value: `${steady.latency.p99} ms`,
        beside: `goal under ${goals.p99} ms; ${steady.non2xx} refusals, ${steady.errors} errors`,
        verdict: steady.latency.p99 < goals.p99 && steady.non2xx + steady.errors === 0 ? 'reached' : 'missed',
      },
    )
  }
  figures.push(await measureFreshness(url))
  figures.push(await measureWire(url + paths.history))
  reportFigures({
    name: 'api',
    title: `API on ${postgres ? 'PostgreSQL' : 'PGlite'} (server, load and limit share 2 cores)`,
    figures,
  })
} finally {
  bare?.kill()
  await server.stop()
  await devnet.stop()
  await postgres?.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** The bytes of a body as a browser is sent it, beside those without compression. */
async function measureWire(address: string): Promise<Figure> {
  const bytesWith = (encoding: string) =>
    new Promise<number>((resolve, reject) => {
      get(address, { headers: { 'accept-encoding': encoding } }, (response) => {
        let bytes = 0
        response.on('data', (data: Buffer) => {
          bytes += data.length
        })
        response.on('end', () => resolve(bytes)).on('error', reject)
      }).on('error', reject)
    })
  const [packed, plain] = [await bytesWith('gzip, deflate, br'), await bytesWith('identity')]
  return {
    name: 'history, bytes over the wire',
    value: `${packed}`,
    beside: `${plain} uncompressed, ratio ${(packed / plain).toFixed(2)}`,
    verdict: 'no goal',
  }
}

/** From the moment at which a transaction has its receipt until the history of its sender shows it as confirmed. */
async function measureFreshness(url: string): Promise<Figure> {
  const [sender, receiver] = devnet.accounts
  const chain = devnet.chains[0]
  if (!sender || !receiver || !chain) throw new Error('The local chains have no accounts')
  const ask = async (method: string, params: readonly unknown[]) => {
    const reply = await fetch(chain.rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    const { result, error } = (await reply.json()) as { result?: unknown; error?: { message: string } }
    if (error) throw new Error(error.message)
    return result
  }
  await ask('anvil_impersonateAccount', [sender.address])
  const path = `/v1/account/${sender.address}/history?currency=usd&chainId=${chain.chainId}&projectId=${projectId}`
  const times: number[] = []
  for (let index = 0; index < transactions; index++) {
    const hash = String(
      await ask('eth_sendTransaction', [{ from: sender.address, to: receiver.address, value: '0x1' }]),
    )
    await until(async () => (await ask('eth_getTransactionReceipt', [hash])) != null)
    const began = performance.now()
    await until(async () => {
      const { data } = (await (await fetch(url + path)).json()) as { data: { metadata: Record<string, unknown> }[] }
      return data.some(({ metadata }) => metadata.hash === hash && metadata.status === 'confirmed')
    }, 5)
    times.push(performance.now() - began)
  }
  const [p50, worst] = [quantile(times, 0.5), Math.max(...times)]
  return {
    name: 'block → its transaction in the history, the slowest',
    value: `${worst.toFixed(0)} ms`,
    beside: `of ${transactions}; p50 ${p50.toFixed(0)} ms, goal under ${goals.fresh} ms`,
    verdict: worst < goals.fresh ? 'reached' : 'missed',
  }
}

async function throughput(url: string): Promise<number> {
  await autocannon({ url, connections: 20, duration: 2 })
  const { requests, non2xx } = await autocannon({ url, connections: 50, pipelining: 4, duration: 6 })
  if (non2xx > 0) throw new Error(`${non2xx} requests of the load on ${url} were refused`)
  return requests.average
}

async function until(condition: () => Promise<boolean>, pause = 100): Promise<void> {
  for (const deadline = Date.now() + 60_000; !(await condition()); ) {
    if (Date.now() > deadline) throw new Error('The server did not index the local chains within a minute')
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

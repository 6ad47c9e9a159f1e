/** Our router beside Uniswap's own, on the same chain at the same block; and the quote endpoint under load. See bench/router.md. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Devnet, startDevnet, toChainConfigs } from '@latchkey/devnet'
import { createPublicClient, http, parseAbi } from 'viem'
import { startChild } from '../../scripts/lib/child.mjs'
import { type Figure, quantile, reportFigures } from './report.ts'
import { type PeerWorld, startPeer } from './router/startPeer.ts'
import { makeTrades, type Trade } from './router/trades.ts'

const goals = { ratio: 1, time: 1 / 3, p95: 100 } as const
const projectId = '10ca1000000000000000000000000000'
const perSecond = 20
const seconds = 30
const folder = mkdtempSync(join(tmpdir(), 'latchkey-router-'))
const peerFolder = process.env.LATCHKEY_PEER ?? join(process.cwd(), '.latchkey', 'peer')
const figures: Figure[] = []
try {
  await compare()
  await load()
  reportFigures({ name: 'router', title: 'Router and quotes (everything shares 2 cores)', figures })
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** Forty trades, each requested from both: output and time. */
async function compare() {
  const devnet = await startDevnet({
    folder: join(folder, 'still'),
    bakeFolder: join(process.cwd(), '.latchkey', 'bake'),
    chains: [31337],
  })
  const server = await startServer({ devnet, name: 'still' })
  const prices = await readPrices({ server, devnet })
  const world = await readWorld({ devnet, prices })
  const peer = await startPeer({ folder: peerFolder, world })
  try {
    // Tokens with a transfer fee are left out, because the peer does not know about them.
    const tokens = devnet.tokens.filter(({ kind }) => kind !== 'spam' && kind !== 'fee-on-transfer')
    const trades = makeTrades({ tokens, prices, count: 40 })
    const ours = async (trade: Trade) => {
      const begin = performance.now()
      const response = await fetch(quoteUrl({ url: server.url, devnet, trade, gasPrice: '0' }))
      const { quotes } = (await response.json()) as { quotes?: { toAmount: string; route: unknown[] }[] }
      return {
        milliseconds: performance.now() - begin,
        amountOut: BigInt(quotes?.[0]?.toAmount ?? 0),
        parts: quotes?.[0]?.route.length ?? 0,
      }
    }
    // Both have seen every pool before time is taken.
    const question = (trade: Trade) => ({ from: trade.from, to: trade.to, amount: String(trade.amount), gasPrice: '0' })
    for (const trade of trades.slice(0, 3)) {
      await ours(trade)
      await peer?.quote(question(trade))
    }
    const ratios: number[] = []
    const times = { ours: [] as number[], peer: [] as number[] }
    for (const trade of trades) {
      const own = await ours(trade)
      times.ours.push(own.milliseconds)
      if (!peer) continue
      // Its time is that of its usual setting; its output the better of that and of one in which it looks at every pool.
      const usual = await peer.quote(question(trade))
      const wide = await peer.quote({ ...question(trade), wide: true })
      const outputs = [usual, wide].flatMap((answer) => ('error' in answer ? [] : [answer]))
      const [other] = outputs.sort((a, b) => (BigInt(a.amountOut) > BigInt(b.amountOut) ? -1 : 1))
      if (!other || 'error' in usual) {
        console.log(`${trade.name}: the peer has no answer, ours ${own.amountOut}`)
        continue
      }
      times.peer.push(usual.milliseconds)
      const ratio = Number((own.amountOut * 10n ** 12n) / BigInt(other.amountOut)) / 1e12
      ratios.push(ratio)
      console.log(
        `${trade.name.padEnd(36)} ours/peer ${ratio.toFixed(9)}  parts ${own.parts}/${other.parts}  ${own.milliseconds.toFixed(1)}/${usual.milliseconds.toFixed(1)} ms`,
      )
    }
    if (!peer) {
      figures.push({ name: 'router', value: 'not compared', beside: `no peer in ${peerFolder}`, verdict: 'no goal' })
      return
    }
    const least = Math.min(...ratios)
    const time = quantile(times.ours, 0.5) / quantile(times.peer, 0.5)
    figures.push(
      {
        name: `output of ${ratios.length} trades: the least of ours / peer`,
        value: least.toFixed(9),
        beside: `goal ${goals.ratio.toFixed(3)}; mean ${(ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length).toFixed(9)}, greatest ${Math.max(...ratios).toFixed(9)}`,
        verdict: least >= goals.ratio && ratios.length === trades.length ? 'reached' : 'missed',
      },
      {
        name: 'time of a quote, p50 (ours over HTTP, peer in process)',
        value: `${quantile(times.ours, 0.5).toFixed(1)} ms`,
        beside: `peer ${quantile(times.peer, 0.5).toFixed(1)} ms, ratio ${time.toFixed(2)}, goal ${goals.time.toFixed(2)}`,
        verdict: time <= goals.time ? 'reached' : 'missed',
      },
    )
  } finally {
    peer?.stop()
    await server.stop()
    await devnet.stop()
  }
}

/** Quotes at a steady rate while blocks come every second and the pools move with each. */
async function load() {
  const devnet = await startDevnet({
    ...{ folder: join(folder, 'moving'), bakeFolder: join(process.cwd(), '.latchkey', 'bake'), chains: [31337] },
    ...{ blockTime: 1, market: true },
  })
  const server = await startServer({ devnet, name: 'moving' })
  try {
    const tokens = devnet.tokens.filter(({ kind }) => kind !== 'spam')
    const trades = makeTrades({ tokens, prices: await readPrices({ server, devnet }), count: perSecond * seconds })
    await Promise.all(trades.slice(0, 5).map((trade) => fetch(quoteUrl({ url: server.url, devnet, trade }))))
    const times: number[] = []
    let refused = 0
    const running = trades.map(async (trade, index) => {
      await new Promise((resolve) => setTimeout(resolve, (index * 1000) / perSecond))
      const begin = performance.now()
      const response = await fetch(quoteUrl({ url: server.url, devnet, trade }))
      await response.text()
      times.push(performance.now() - begin)
      if (!response.ok) refused++
    })
    await Promise.all(running)
    const p95 = quantile(times, 0.95)
    figures.push({
      name: `quotes at ${perSecond}/s for ${seconds} s, a block each second: p95`,
      value: `${p95.toFixed(1)} ms`,
      beside: `goal under ${goals.p95} ms; p50 ${quantile(times, 0.5).toFixed(1)}, p99 ${quantile(times, 0.99).toFixed(1)}, ${refused} without an answer`,
      verdict: p95 < goals.p95 && refused === 0 ? 'reached' : 'missed',
    })
  } finally {
    await server.stop()
    await devnet.stop()
  }
}

type Server = { url: string; stop: () => Promise<void> }

async function startServer({ devnet, name }: { devnet: Devnet; name: string }): Promise<Server> {
  const configFile = join(folder, `${name}.config.json`)
  writeFileSync(
    configFile,
    JSON.stringify({
      http: { port: 0 },
      metrics: { port: 0 },
      dataFolder: join(folder, `${name}-server`),
      projects: [{ id: projectId, name: 'Benchmark', origins: [] }],
      chains: toChainConfigs(devnet),
    }),
  )
  const child = startChild({
    ...{ name: 'server', file: 'apps/server/src/main.ts', logFile: join(folder, `${name}.log`) },
    env: { LATCHKEY_CONFIG: configFile, LOG_LEVEL: 'warn', NODE_ENV: 'production' },
  })
  const { url } = (await child.ready) as { url: string }
  for (const deadline = Date.now() + 60_000; (await listTokens({ url, devnet })).length < 8; ) {
    if (Date.now() > deadline) throw new Error('The server did not find the pools within a minute')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return { url, stop: child.stop }
}

async function listTokens({ url, devnet }: { url: string; devnet: Devnet }) {
  const response = await fetch(`${url}/v1/convert/tokens?chainId=${devnet.chains[0]?.chainId}&projectId=${projectId}`)
  const { tokens = [] } = (await response.json()) as { tokens?: { symbol: string; price: number | null }[] }
  return tokens
}

async function readPrices({ server: { url }, devnet }: { server: Server; devnet: Devnet }) {
  const tokens = await listTokens({ url, devnet })
  return new Map(tokens.flatMap(({ symbol, price }) => (price === null ? [] : [[symbol, price] as const])))
}

function quoteUrl({ url, devnet, trade, gasPrice }: { url: string; devnet: Devnet; trade: Trade; gasPrice?: string }) {
  const chainId = devnet.chains[0]?.chainId
  const query = new URLSearchParams({
    ...{ amount: String(trade.amount), from: `${chainId}:${trade.from}`, to: `${chainId}:${trade.to}`, projectId },
    ...{ userAddress: `${chainId}:${devnet.accounts[0]?.address}` },
    ...(gasPrice ? { gasPrice } : {}),
  })
  return `${url}/v1/convert/quotes?${query}`
}

/** All pools of the two factories, as the peer's subgraph would list them. */
async function readWorld({
  devnet,
  prices,
}: {
  devnet: Devnet
  prices: ReadonlyMap<string, number>
}): Promise<PeerWorld> {
  const rpcUrl = devnet.chains[0]?.rpcUrl ?? ''
  const client = createPublicClient({ transport: http(rpcUrl) })
  const abi = parseAbi([
    'function getPair(address, address) view returns (address)',
    'function getPool(address, address, uint24) view returns (address)',
    'function liquidity() view returns (uint128)',
    'function balanceOf(address) view returns (uint256)',
  ])
  const { uniswapV2Factory, uniswapV3Factory } = devnet.contracts
  const tokens = devnet.tokens.filter(({ kind }) => kind !== 'spam')
  const sorted = tokens.map(({ address }) => address).sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1))
  const pools: PeerWorld['pools'][number][] = []
  /** The liquidity of a pool, in usd. */
  const depthOf = async (pool: `0x${string}`, sides: readonly string[]) => {
    const held = tokens.filter(({ address }) => sides.includes(address))
    const worth = held.map(async ({ address, symbol, decimals }) => {
      const amount = await client.readContract({ address, abi, functionName: 'balanceOf', args: [pool] })
      return (Number(amount) / 10 ** decimals) * (prices.get(symbol) ?? 0)
    })
    return (await Promise.all(worth)).reduce((sum, usd) => sum + usd, 0)
  }
  for (const [index, token0] of sorted.entries())
    for (const token1 of sorted.slice(index + 1)) {
      const base = { token0, token1 }
      const pair = await client.readContract({
        address: uniswapV2Factory,
        abi,
        functionName: 'getPair',
        args: [token0, token1],
      })
      if (BigInt(pair) > 0n) {
        const depth = await depthOf(pair, [token0, token1])
        pools.push({ ...base, kind: 'uniswap-v2', address: pair, fee: 3000, liquidity: '0', depth })
      }
      for (const fee of [100, 500, 3000, 10_000]) {
        const args = [token0, token1, fee] as const
        const pool = await client.readContract({ address: uniswapV3Factory, abi, functionName: 'getPool', args })
        if (BigInt(pool) === 0n) continue
        const liquidity = await client.readContract({ address: pool, abi, functionName: 'liquidity' })
        const depth = await depthOf(pool, [token0, token1])
        pools.push({ ...base, kind: 'uniswap-v3', address: pool, fee, liquidity: String(liquidity), depth })
      }
    }
  return { rpcUrl, usd: tokens.find(({ kind }) => kind === 'usd')?.address ?? '', tokens, pools }
}

import { afterAll, beforeAll, expect, test } from 'vitest'
import { createIndexer, type Indexer } from '../../indexer/createIndexer.ts'
import type { Clock } from '../../platform/clock/Clock.ts'
import type { RpcCall, RpcService } from '../../rpc/RpcService.ts'
import { until } from '../../testing/until.ts'
import { createChainMarket } from './createChainMarket.ts'
import type { KnownPool } from './LiquiditySource.ts'
import type { ConcentratedPool, PoolState } from './PoolState.ts'
import { type PoolWorld, startPoolWorld } from './testing/startPoolWorld.ts'
import { sqrtPriceAtTick } from './tickMath.ts'

let world: PoolWorld
let indexer: Indexer
let pool: KnownPool
let position: bigint
const oneUnit = 10n ** 18n

beforeAll(async () => {
  world = await startPoolWorld()
  pool = await world.createPool({ fee: 500, sqrtPrice: sqrtPriceAtTick(5) })
  await world.addPosition({ pool, lower: -887_270, upper: 887_270, amount: 1000n * oneUnit })
  position = await world.addPosition({ pool, lower: -100, upper: 100, amount: 1000n * oneUnit })
  indexer = createIndexer(world.context, { rpc: world.rpc })
  indexer.start()
  await indexed()
})
afterAll(async () => {
  await indexer.stop()
  await world.stop()
})

async function indexed() {
  const head = Number(await world.node<string>('eth_blockNumber'))
  await until(() => indexer.status().every(({ state, indexed: at }) => state === 'live' && (at ?? -1) >= head), {
    timeout: 60_000,
  })
}

/** Opens a market that counts its requests and runs on the clock of the test. */
function openMarket({
  change = (rpc) => rpc,
  limit,
  maxRange = 500,
  multicall3 = world.chain.contracts.multicall3,
}: {
  change?: (rpc: RpcService) => RpcService
  limit?: number
  maxRange?: number
  multicall3?: string
} = {}) {
  const calls: RpcCall[] = []
  const counted: RpcService = {
    ...world.rpc,
    batch: (options) => {
      calls.push(...options.calls)
      return world.rpc.batch(options)
    },
  }
  let now = Date.now()
  const clock: Clock = { now: () => now }
  const { database, log } = world.context
  const chain = {
    ...world.chain,
    indexer: { ...world.chain.indexer, maxRange },
    contracts: { ...world.chain.contracts, multicall3 },
  }
  return {
    calls,
    pass: (milliseconds: number) => {
      now += milliseconds
    },
    market: createChainMarket({
      ...{ context: { clock, database, log }, rpc: change(counted), chain },
      ...(limit === undefined ? {} : { limit }),
    }),
    count: (method: string) => calls.filter((call) => call.method === method).length,
  }
}

/** Compares every pool of a snapshot with a read from scratch. */
async function expectTrue(pools: ReadonlyMap<string, PoolState>) {
  for (const state of pools.values()) {
    const { kind, address, token0, token1, fee } = state
    expect(await world.readPool({ kind, address, token0, token1, fee })).toEqual(state)
  }
}

const concentrated = (state: PoolState | undefined): ConcentratedPool => {
  if (state?.kind !== 'uniswap-v3') throw new Error('the pool is not there')
  return state
}

test('default: returns all pools of the chain at one block, with the gas price', async () => {
  const { market } = openMarket()
  const { pools, block, hash, time, gasPrice, chainId } = await market.read()
  const head = await world.client.getBlock({ blockTag: 'latest' })
  expect({ chainId, block, hash, time }).toEqual({
    ...{ chainId: 'eip155:31337', block: Number(head.number), hash: head.hash, time: Number(head.timestamp) },
  })
  expect(gasPrice).toBe(await world.client.getGasPrice())
  expect([...pools.values()].filter(({ kind }) => kind === 'uniswap-v2').length).toBe(7)
  expect([...pools.values()].filter(({ kind }) => kind === 'uniswap-v3').length).toBe(8)
  expect(concentrated(pools.get(pool.address)).ticks.map(({ index }) => index)).toEqual([-887_270, -100, 100, 887_270])
  await expectTrue(pools)
  // Pools between listed tokens come first, regardless of the reserves that another pool reports.
  expect([...pools.keys()].at(-1)).toBe(pool.address)
})

test('behavior: concurrent callers share a read, and a known block costs one header at most', async () => {
  const { market, calls, count, pass } = openMarket()
  const all = await Promise.all(Array.from({ length: 50 }, () => market.read()))
  expect(new Set(all).size).toBe(1)
  expect(count('eth_gasPrice')).toBe(1)
  calls.length = 0
  for (let turn = 0; turn < 20; turn++) expect(await market.read()).toBe(all[0])
  expect(calls).toEqual([])
  pass(300)
  expect(await market.read()).toBe(all[0])
  expect(calls.map(({ method }) => method)).toEqual(['eth_getBlockByNumber'])
  // A fresh read adds one more, for any number of callers.
  expect(new Set(await Promise.all([1, 2, 3].map(() => market.read({ fresh: true })))).size).toBe(1)
  expect(calls.length).toBeLessThanOrEqual(3)
})

test('behavior: after a block, reads only the changing values; an unchanged pool is the same object', async () => {
  const { market, calls, count } = openMarket()
  const before = await market.read()
  await world.swap({ pool, tokenIn: pool.token0, amountIn: 3n * oneUnit })
  calls.length = 0
  const after = await market.read({ fresh: true })
  expect(after.block).toBe(before.block + 1)
  // First the header. Then one request with gas price, last block, events, all pools and the proof of the block.
  expect(count('eth_call')).toBe(1)
  expect(calls.length).toBe(6)
  expect(concentrated(after.pools.get(pool.address)).ticks).toBe(concentrated(before.pools.get(pool.address)).ticks)
  expect(after.pools.get(pool.address)).not.toEqual(before.pools.get(pool.address))
  for (const [address, state] of before.pools) {
    if (address !== pool.address) expect(after.pools.get(address)).toBe(state)
  }
  await expectTrue(after.pools)
})

test('behavior: added, removed or used-up liquidity changes only its own ticks', async () => {
  const { market, calls, count } = openMarket()
  await market.read()
  const other = await world.addPosition({ pool, lower: -100, upper: 4000, amount: oneUnit })
  calls.length = 0
  const first = await market.read({ fresh: true })
  expect(concentrated(first.pools.get(pool.address)).ticks.map(({ index }) => index)).toContain(4000)
  expect(count('eth_call')).toBe(2)
  await expectTrue(first.pools)
  await world.swap({ pool, tokenIn: pool.token1, amountIn: 2500n * oneUnit })
  await world.removeLiquidity({ position, liquidity: 12_345n })
  await world.removeLiquidity({ position: other, liquidity: 1n })
  const second = await market.read({ fresh: true })
  expect(second.block).toBe(first.block + 3)
  await expectTrue(second.pools)
  expect(concentrated(second.pools.get(pool.address)).tick).toBeGreaterThan(100)
})

test.each([1, 2])('behavior: after a reorganization to %i block(s), reads everything again', async (blocks) => {
  const { market } = openMarket()
  const state = await world.node('evm_snapshot')
  await world.addPosition({ pool, lower: -300, upper: 300, amount: 77n * oneUnit })
  const undone = await market.read({ fresh: true })
  expect(concentrated(undone.pools.get(pool.address)).ticks.map(({ index }) => index)).toContain(300)
  // Other blocks replace it.
  await world.node('evm_revert', [state])
  await world.node('anvil_mine', [`0x${blocks.toString(16)}`])
  const after = await market.read({ fresh: true })
  expect(after.block).toBe(undone.block + blocks - 1)
  expect(after.hash).not.toBe(undone.hash)
  expect(concentrated(after.pools.get(pool.address)).ticks.map(({ index }) => index)).not.toContain(300)
  await expectTrue(after.pools)
})

test('behavior: after too many blocks, or if the node returns no events, reads everything again', async () => {
  const silent = openMarket({
    change: (rpc) => ({
      ...rpc,
      batch: async (options) =>
        (await rpc.batch(options)).map((outcome, index) =>
          options.calls[index]?.method === 'eth_getLogs' ? { error: { code: -32000, message: 'no' } } : outcome,
        ),
    }),
  })
  const distant = openMarket({ maxRange: 20 })
  await Promise.all([silent.market.read(), distant.market.read()])
  const added = await world.addPosition({ pool, lower: -500, upper: 700, amount: oneUnit })
  const read = await silent.market.read({ fresh: true })
  expect(concentrated(read.pools.get(pool.address)).ticks.map(({ index }) => index)).toContain(700)
  await expectTrue(read.pools)
  await world.removeLiquidity({ position: added, liquidity: 1n })
  await world.node('anvil_mine', ['0x20'])
  distant.calls.length = 0
  await expectTrue((await distant.market.read({ fresh: true })).pools)
  expect(distant.count('eth_getLogs')).toBe(0)
})

test('behavior: a new pool appears after indexing, a contract that is no pool is left out, and the deepest come first', async () => {
  const { market, pass } = openMarket()
  const before = await market.read()
  const fresh = await world.createPair({ amount0: 10n * oneUnit, amount1: 20n * oneUnit })
  await indexed()
  pass(10_000)
  const after = await market.read()
  expect(before.pools.has(fresh.address)).toBe(false)
  expect(after.pools.get(fresh.address)).toMatchObject({ reserve0: 10n * oneUnit, reserve1: 20n * oneUnit })
  await world.node('anvil_setCode', [fresh.address, '0x00'])
  await world.node('evm_mine')
  pass(300)
  expect((await market.read()).pools.has(fresh.address)).toBe(false)
  const few = await openMarket({ limit: 3 }).market.read()
  expect([...few.pools.keys()]).toEqual([...after.pools.keys()].slice(0, 3))
})

test('behavior: a node that lags behind another does not turn the market back; a lasting lower head does', async () => {
  let lag = 0
  const { market, pass } = openMarket({
    change: (rpc) => ({
      ...rpc,
      batch: async (options) => {
        const outcomes = await rpc.batch({
          ...options,
          calls: options.calls.map((call) =>
            lag > 0 && call.method === 'eth_getBlockByNumber' && call.params?.[0] === 'latest'
              ? { method: call.method, params: [`0x${(head - lag).toString(16)}`, false] }
              : call,
          ),
        })
        return outcomes
      },
    }),
  })
  await world.node('evm_mine')
  const first = await market.read()
  const head = first.block
  lag = 1
  pass(300)
  expect(await market.read()).toBe(first)
  pass(1000)
  expect(await market.read()).toBe(first)
  lag = 0
  pass(1500)
  expect(await market.read()).toBe(first)
  // This node no longer has the state of the block below: the market accepts that head, but cannot read it.
  lag = 1
  pass(300)
  expect(await market.read()).toBe(first)
  pass(2500)
  await expect(market.read()).rejects.toMatchObject({ code: 'upstream_unavailable' })
})

test('behavior: a chain without Multicall3 gives the same result', async () => {
  const { market, count } = openMarket({ multicall3: '0x00000000000000000000000000000000000ca11f' })
  expect(await market.read()).toEqual(await openMarket().market.read())
  expect(count('eth_call')).toBeGreaterThan(1000)
})

test('error: an aborted caller stops waiting, and the others get their answer', async () => {
  const { market } = openMarket()
  const leaver = new AbortController()
  const left = market.read({ signal: leaver.signal })
  const stayed = market.read({ signal: new AbortController().signal })
  leaver.abort(new Error('gone'))
  await expect(left).rejects.toThrow('gone')
  expect((await stayed).pools.size).toBeGreaterThan(10)
  await expect(market.read({ signal: leaver.signal })).rejects.toThrow('gone')
})

test('error: without a node there is no market', async () => {
  const { market } = openMarket({
    change: (rpc) => ({
      ...rpc,
      batch: async ({ calls }) => calls.map(() => ({ error: { code: -32603, message: 'down' } })),
    }),
  })
  await expect(market.read()).rejects.toMatchObject({ code: 'upstream_unavailable' })
})

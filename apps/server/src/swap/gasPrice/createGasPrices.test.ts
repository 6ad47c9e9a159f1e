import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRpcService } from '../../rpc/createRpcService.ts'
import type { RpcService } from '../../rpc/RpcService.ts'
import { createTestContext, type TestContext } from '../../testing/createTestContext.ts'
import { startAnvil, type TestAnvil } from '../../testing/startAnvil.ts'
import { createGasPrices } from './createGasPrices.ts'

let anvil: TestAnvil
let context: TestContext
let rpc: RpcService
let requests = 0
let now = Date.now()
const chainId = 'eip155:31337'
const clock = { now: () => now }

beforeAll(async () => {
  anvil = await startAnvil()
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  const chains = [
    { chainId: 'eip155:31337' as const, name: 'Local One', nativeCurrency, upstreams: [{ url: anvil.url }] },
  ]
  context = await createTestContext({ clock, config: { chains } })
  const service = createRpcService({ context })
  rpc = {
    ...service,
    batch: (options) => {
      requests++
      return service.batch(options)
    },
  }
})
afterAll(async () => {
  await context.stop()
  await anvil.stop()
})

test('default: returns three prices that pay for the next block, with one request for all callers', async () => {
  const prices = createGasPrices({ context, rpc })
  const [levels, ...others] = await Promise.all([1, 2, 3].map(() => prices.read({ chainId })))
  const { baseFeePerGas } = (await anvil.request('eth_feeHistory', ['0x1', 'latest', []])) as {
    baseFeePerGas: string[]
  }
  const next = BigInt(baseFeePerGas.at(-1) ?? 0)
  expect(next).toBeGreaterThan(0n)
  expect(levels?.standard).toBeGreaterThan(next)
  expect(levels?.fast).toBeGreaterThanOrEqual(levels?.standard ?? 0n)
  expect(levels?.instant).toBeGreaterThan(levels?.fast ?? 0n)
  expect(others).toEqual([levels, levels])
  expect(requests).toBe(1)
})

test('behavior: follows the chain; without a node there is no price', async () => {
  const prices = createGasPrices({ context, rpc })
  const before = await prices.read({ chainId })
  await anvil.request('anvil_setNextBlockBaseFeePerGas', ['0x174876e800'])
  await anvil.request('evm_mine')
  now += 3000
  const after = await prices.read({ chainId })
  expect(after.standard).toBeGreaterThan(before.standard)
  const down = createGasPrices({
    context,
    rpc: { ...rpc, batch: async ({ calls }) => calls.map(() => ({ error: { code: -32603, message: 'down' } })) },
  })
  await expect(down.read({ chainId })).rejects.toMatchObject({ code: 'upstream_unavailable' })
})

test('error: refuses a chain that the server does not have', async () => {
  const prices = createGasPrices({ context, rpc })
  for (const other of ['eip155:1', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'] as const) {
    await expect(prices.read({ chainId: other })).rejects.toMatchObject({
      ...{ code: 'gas_price_network_unsupported', message: 'Network not supported for Gas Price' },
    })
  }
})

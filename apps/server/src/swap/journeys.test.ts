import type { EndpointResponse, getSwapAllowance, Quote } from '@latchkey/protocol/api'
import fc from 'fast-check'
import { maxUint256 } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runs } from '../../../../scripts/lib/fuzz.mjs'
import { type Built, localOne, type Person, type SwapWorld, startSwapWorld } from './testing/startSwapWorld.ts'

let world: SwapWorld

beforeAll(async () => {
  world = await startSwapWorld()
})
afterAll(() => world.stop())

type Swap = { from: string; to: string; amount: bigint; person: Person }

async function quote(pair: Pick<Swap, 'from' | 'to' | 'amount'>): Promise<Quote> {
  const [best] = await world.quotes(pair)
  if (!best) throw new Error('no quote')
  return best
}

async function allowance({ from, person }: Pick<Swap, 'from' | 'person'>): Promise<bigint> {
  const path = `/v1/convert/allowance?tokenAddress=${world.id(from)}&userAddress=${world.accountId(person)}`
  const { body } = await world.get<EndpointResponse<typeof getSwapAllowance>>(path)
  return BigInt(body.allowance)
}

/** Sends a built swap and compares the result on the chain with the quote. */
async function settle({ from, to, amount, person }: Swap, built: Built): Promise<bigint> {
  const { address } = world.person(person)
  const before = { from: await world.balance(from, address), to: await world.balance(to, address) }
  const { isDone, cost, gasUsed } = await world.send(built, person)
  expect(isDone).toBe(true)
  expect(gasUsed).toBeLessThanOrEqual(BigInt(built.tx.eip155.gas))
  const spent = before.from - (await world.balance(from, address)) - (from === 'ETH' ? cost : 0n)
  const received = (await world.balance(to, address)) - before.to + (to === 'ETH' ? cost : 0n)
  expect(spent).toBe(amount)
  expect(received).toBe(BigInt(built.quote.toAmount))
  expect(received).toBeGreaterThanOrEqual(BigInt(built.minimumAmount))
  return received
}

/** Quotes, approves only the missing amount, builds and sends. */
async function swap(wanted: Swap): Promise<{ quote: Quote; built: Built; received: bigint }> {
  const { from, to, amount, person } = wanted
  const shown = await quote(wanted)
  const before = await allowance(wanted)
  const isShort = shown.spender !== null && before < amount
  if (isShort) {
    const { approval } = await world.approve(wanted)
    expect(approval).toEqual({ token: world.id(from).toLowerCase(), spender: shown.spender, amount: amount.toString() })
    expect(await allowance(wanted)).toBe(amount)
  }
  const minimumAmount = ((BigInt(shown.toAmount) * 99n) / 100n).toString()
  const { status, body } = await world.build({ from, to, amount, person, quoteId: shown.id, minimumAmount })
  expect(status, JSON.stringify(body)).toBe(200)
  expect(BigInt(body.minimumAmount)).toBeGreaterThanOrEqual(BigInt(minimumAmount))
  const received = await settle(wanted, body)
  if (shown.spender) expect(await allowance(wanted)).toBe(isShort ? 0n : before - amount)
  return { quote: shown, built: body, received }
}

const kindsOf = ({ route }: Quote) => route.map(({ hops }) => hops.map(({ source }) => source))
const isMixed = (kinds: readonly string[]) => new Set(kinds).size > 1

test('default: swaps the native token for a token and back, each exactly as quoted', async () => {
  const { quote: bought } = await swap({ from: 'ETH', to: 'USDL', amount: 10n ** 17n, person: 0 })
  expect(bought).toMatchObject({ provider: 'latchkey', spender: null, transferFees: { from: 0, to: 0 } })
  await swap({ from: 'USDL', to: 'ETH', amount: 50_000_000n, person: 0 })
})

test('default: swaps one token for another, and one whose transfers return nothing', async () => {
  await swap({ from: 'LATCH', to: 'USDL', amount: 10n ** 20n, person: 0 })
  await swap({ from: 'MUTE', to: 'USDL', amount: 10_000_000n, person: 0 })
  await swap({ from: 'USDL', to: 'MUTE', amount: 10_000_000n, person: 0 })
})

test('default: swaps a token with a transfer fee as the first and the last token, over three pools and for the native token', async () => {
  const sold = await swap({ from: 'TOLL', to: 'USDL', amount: 10n ** 20n + 7n, person: 0 })
  expect(sold.quote.transferFees).toEqual({ from: 0.01, to: 0 })
  const bought = await swap({ from: 'ETH', to: 'TOLL', amount: 10n ** 16n + 7n, person: 0 })
  expect(bought.quote.transferFees).toEqual({ from: 0, to: 0.01 })
  for (const [from, to, amount] of [
    ['TOLL', 'ETH', 10n ** 20n + 1n],
    ['TOLL', 'MUTE', 10n ** 21n + 3n],
    ['MUTE', 'TOLL', 1_000_001n],
  ] as const) {
    const { quote: shown } = await swap({ from, to, amount, person: 0 })
    expect(new Set(kindsOf(shown).flat())).toEqual(new Set(['uniswap-v2']))
    expect(shown.route).toHaveLength(1)
  }
})

test('default: splits over several pools, passes both kinds in one part, and three pools in a row', async () => {
  const split = await swap({ from: 'ETH', to: 'USDL', amount: 10n ** 20n, person: 'faucet' })
  expect(split.quote.route.length).toBeGreaterThan(1)
  expect(split.quote.route.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1)
  const mixed = await swap({ from: 'MUTE', to: 'AUR', amount: 1_000_000_000n, person: 'faucet' })
  expect(kindsOf(mixed.quote).some(isMixed)).toBe(true)
  expect(kindsOf(mixed.quote).some(({ length }) => length === 3)).toBe(true)
  const out = await swap({ from: 'LATCH', to: 'ETH', amount: 10n ** 23n, person: 'faucet' })
  expect(out.quote.route.length).toBeGreaterThan(1)
})

test('default: wraps and unwraps one to one, without an allowance', async () => {
  for (const [from, to] of [
    ['ETH', 'WETH'],
    ['WETH', 'ETH'],
  ] as const) {
    const { quote: shown, built, received } = await swap({ from, to, amount: 10n ** 15n, person: 1 })
    expect(kindsOf(shown)).toEqual([['wrapped-native']])
    expect(shown).toMatchObject({ spender: null, priceImpact: 0, poolFee: 0 })
    expect([received, built.minimumAmount]).toEqual([10n ** 15n, String(10n ** 15n)])
    expect(built.tx.to).toBe(world.id('WETH').toLowerCase())
  }
})

test('behavior: for random tokens and amounts, the chain pays exactly the quoted base units', async () => {
  const symbols = ['ETH', 'WETH', 'USDL', 'LATCH', 'AUR', 'LBTC', 'TOLL', 'MUTE']
  const person = 'faucet'
  const tries = runs({ fast: 25, full: 100 })
  for (const symbol of symbols.slice(1)) await world.allowAll(symbol, person)
  const decimals: Record<string, number> = { USDL: 6, LBTC: 8, MUTE: 6 }
  const usd: Record<string, number> = { USDL: 1, LATCH: 0.42, AUR: 1.85, LBTC: 64_000, TOLL: 0.05, MUTE: 1.2 }
  const cases = fc.sample(
    fc
      .record({
        pair: fc.uniqueArray(fc.constantFrom(...symbols), { minLength: 2, maxLength: 2 }),
        // From 0.01 cents to 500,000 USD. Half of them are large enough for a split.
        magnitude: fc.oneof(fc.double({ min: -4, max: 4, noNaN: true }), fc.double({ min: 4, max: 5.7, noNaN: true })),
        odd: fc.nat({ max: 999 }),
      })
      .map(({ pair: [from = 'ETH', to = 'USDL'], magnitude, odd }) => {
        const units = (10 ** magnitude / (usd[from] ?? 3000)) * 10 ** (decimals[from] ?? 18)
        return { from, to, amount: BigInt(Math.floor(units)) + BigInt(odd) }
      }),
    { numRuns: tries, seed: 20_260_601 },
  )
  const points: number[] = []
  const shapes = new Map<string, number>()
  let refused = 0
  for (const wanted of cases) {
    const { status, body } = await world.build({ ...wanted, person, eip155: { slippage: 0 } })
    if (status !== 200) {
      expect(
        ['amount_too_small', 'insufficient_liquidity'],
        JSON.stringify({ ...body, wanted: String(wanted.amount) }),
      ).toContain(body.code)
      refused++
      continue
    }
    const received = await settle({ ...wanted, person }, body)
    points.push(
      Number(((received - BigInt(body.quote.toAmount)) * 10_000n * 1_000_000n) / BigInt(body.quote.toAmount)) /
        1_000_000,
    )
    const kinds = kindsOf(body.quote)
    const shape = `${kinds.length > 1 ? 'split' : 'single'}${kinds.some(isMixed) ? ' mixed' : ''} ${Math.max(...kinds.map(({ length }) => length))} hops`
    shapes.set(shape, (shapes.get(shape) ?? 0) + 1)
  }
  console.log(
    `executed against quoted: ${points.length} swaps, ${Math.min(...points)} to ${Math.max(...points)} basis points, ${refused} refused;`,
    [...shapes].map(([shape, count]) => `${shape}: ${count}`).join(', '),
  )
  expect(points.length).toBeGreaterThan(tries * 0.7)
  expect(new Set(points)).toEqual(new Set([0]))
  expect([...shapes.keys()].some((shape) => shape.startsWith('split'))).toBe(true)
})

test('behavior: only the account receives, for any other request', async () => {
  const stranger = world.person(3).address.toLowerCase().slice(2)
  const { status, body } = await world.build({
    ...{ from: 'ETH', to: 'USDL', amount: 10n ** 20n, person: 'faucet' },
    ...{ recipient: world.accountId(3), receiver: world.accountId(3), eip155: { slippage: 1, recipient: stranger } },
  })
  expect(status).toBe(200)
  expect(body.tx.data.toLowerCase()).not.toContain(stranger)
  expect(body.tx.data.toLowerCase()).toContain(world.devnet.faucet.address.toLowerCase().slice(2))
  expect(body.tx.from.toLowerCase()).toBe(world.accountId('faucet').toLowerCase())
})

test('error: a price that moves beyond the slippage is refused on the chain, and by the next build', async () => {
  const wanted: Swap = { from: 'ETH', to: 'LATCH', amount: 10n ** 17n, person: 0 }
  const shown = await quote(wanted)
  const { body: built } = await world.build({ ...wanted, quoteId: shown.id, eip155: { slippage: '0.5' } })
  const large = await world.build({ from: 'ETH', to: 'LATCH', amount: 3n * 10n ** 19n, person: 'faucet' })
  expect((await world.send(large.body, 'faucet')).isDone).toBe(true)
  const before = await world.balance('LATCH', world.person(0).address)
  expect((await world.send(built, 0)).isDone).toBe(false)
  expect(await world.balance('LATCH', world.person(0).address)).toBe(before)
  for (const promise of [{ quoteId: shown.id, eip155: { slippage: 0.5 } }, { minimumAmount: built.minimumAmount }]) {
    const { status, body } = await world.build({ ...wanted, ...promise })
    expect([status, body.code]).toEqual([409, 'quote_outdated'])
  }
  await swap(wanted)
})

test('error: the chain refuses a swap after its deadline', async () => {
  const { body } = await world.build({ from: 'ETH', to: 'USDL', amount: 10n ** 16n, person: 0 })
  const { timestamp } = (await world.node(localOne.id, 'eth_getBlockByNumber', ['latest', false])) as {
    timestamp: string
  }
  expect(body.deadline - Math.max(Number(timestamp), Math.floor(Date.now() / 1000))).toBeLessThanOrEqual(600)
  const snapshot = await world.node(localOne.id, 'evm_snapshot')
  await world.node(localOne.id, 'evm_setNextBlockTimestamp', [body.deadline + 1])
  expect((await world.send(body, 0)).isDone).toBe(false)
  await world.node(localOne.id, 'evm_revert', [snapshot])
})

test('default: the native coin needs no allowance', async () => {
  expect(await allowance({ from: 'ETH', person: 2 })).toBe(maxUint256)
})

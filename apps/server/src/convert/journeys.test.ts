import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Built, type ConvertWorld, startConvertWorld } from './testing/startConvertWorld.ts'

let world: ConvertWorld

beforeAll(async () => {
  world = await startConvertWorld()
}, 60_000)
afterAll(() => world.stop())

/** Quotes, approves, builds and sends; and holds what arrived against what was said. */
async function swap({ from, to, amount, person }: { from: string; to: string; amount: bigint; person: number }) {
  const { address } = world.person(person)
  const [quote] = await world.quotes({ from, to, amount })
  if (!quote) throw new Error('no quote')
  if (quote.spender) {
    const { approval } = await world.approve({ from, to, amount, person })
    expect(approval).toEqual({ token: world.id(from).toLowerCase(), spender: quote.spender, amount: amount.toString() })
  }
  const minimumAmount = ((BigInt(quote.toAmount) * 99n) / 100n).toString()
  const { status, body } = await world.build({ from, to, amount, person, quoteId: quote.id, minimumAmount })
  expect(status, JSON.stringify(body)).toBe(200)
  const before = { from: await world.balance(from, address), to: await world.balance(to, address) }
  const { isDone, cost, gasUsed } = await world.send(body, person)
  expect(isDone).toBe(true)
  expect(gasUsed).toBeLessThanOrEqual(BigInt(body.tx.eip155.gas))
  const spent = before.from - (await world.balance(from, address)) - (from === 'ETH' ? cost : 0n)
  const received = (await world.balance(to, address)) - before.to + (to === 'ETH' ? cost : 0n)
  expect(spent).toBe(amount)
  expect(received).toBe(BigInt(body.quote.toAmount))
  expect(received).toBeGreaterThanOrEqual(BigInt(body.minimumAmount))
  return { quote, built: body as Built, received }
}

test('default: native to token, token to native, each exactly as quoted', async () => {
  const { quote } = await swap({ from: 'ETH', to: 'USDL', amount: 10n ** 17n, person: 0 })
  expect(quote).toMatchObject({ provider: 'latchkey', spender: null, transferFees: { from: 0, to: 0 } })
  await swap({ from: 'USDL', to: 'ETH', amount: 50_000_000n, person: 0 })
})

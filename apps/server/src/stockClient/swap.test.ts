import type {
  buildSwapApproval,
  buildSwapTransaction,
  EndpointResponse,
  getFungiblePrice,
  getSwapAllowance,
  getSwapGasPrice,
  getSwapQuotes,
  getSwapTokens,
} from '@latchkey/protocol/api'
import { describe, expect, test } from 'vitest'
import { testProjectId } from '../testing/testProjectId.ts'
import { one, two, useStockWorld } from './testing/startStockWorld.ts'

// Requests of a swap as AppKit 1.8.0 sends them, in its order, with its mixture of plain addresses and CAIP-10.

const world = useStockWorld()

type Quotes = EndpointResponse<typeof getSwapQuotes>
type Approval = EndpointResponse<typeof buildSwapApproval>
type Built = EndpointResponse<typeof buildSwapTransaction>

const plainOf = (account: string) => account.slice(account.lastIndexOf(':') + 1)
const query = (values: Record<string, string>) => new URLSearchParams(values).toString()
const quotes = (values: Record<string, string>) => world.get<Quotes>(`/v1/convert/quotes?${query(values)}`)
const allowanceOf = async (symbol: string, userAddress: string) => {
  const values = query({ tokenAddress: world.id(symbol), userAddress })
  return world.get<EndpointResponse<typeof getSwapAllowance>>(`/v1/convert/allowance?${values}`)
}

/** Swaps as the client does, and checks the result on the chain. */
async function swap({ from, to, amount, person }: { from: string; to: string; amount: bigint; person: number }) {
  const account = world.person(person)
  const user = `${one}:${account.address}`
  const pair = { from: world.id(from), to: world.id(to) }
  const gas = await world.get<EndpointResponse<typeof getSwapGasPrice>>(`/v1/convert/gas-price?chainId=${one}`)
  expect(gas.status).toBe(200)
  const quoted = await quotes({
    ...{ amount: amount.toString(), userAddress: account.address, ...pair, gasPrice: gas.body.standard },
  })
  expect(quoted.status).toBe(200)
  const promised = BigInt(quoted.body.quotes[0]?.toAmount ?? 0)
  const allowance = await allowanceOf(from, user)
  expect(allowance.status).toBe(200)
  if (BigInt(allowance.body.allowance) < amount) {
    const asked = query({ userAddress: user, ...pair })
    const { status, body } = await world.get<Approval>(`/v1/convert/build-approve?${asked}`)
    expect(status).toBe(200)
    // It is sent to the plain address of `tx.from`: the token.
    await world.send(account, { to: plainOf(body.tx.from), data: body.tx.data, value: BigInt(body.tx.value) })
    expect(BigInt((await allowanceOf(from, user)).body.allowance)).toBeGreaterThanOrEqual(amount)
  }
  const built = await world.post<Built>('/v1/convert/build-transaction', {
    ...{ amount: amount.toString(), eip155: { slippage: '1' }, projectId: testProjectId },
    ...{ ...pair, userAddress: user, disableEstimate: false },
  })
  expect(built.status).toBe(200)
  // In the letter case of the request.
  expect(built.body.tx.from).toBe(user)
  const before = await world.balance(to, account.address)
  const { tx } = built.body
  await world.send(account, {
    ...{ to: plainOf(tx.to), data: tx.data, value: BigInt(tx.value), gas: BigInt(tx.eip155.gas) },
  })
  const got = (await world.balance(to, account.address)) - before
  return { got, promised, allowance: BigInt(allowance.body.allowance) }
}

describe('a swap, request by request', () => {
  test('spec 7.8, 7.11, 7.12, 7.13 and 7.14: a token for another, after an approval', async () => {
    const { got, promised, allowance } = await swap({ from: 'AUR', to: 'USDL', amount: 10n ** 17n, person: 1 })
    expect(allowance).toBe(0n)
    expect(got).toBeGreaterThanOrEqual((promised * 99n) / 100n)
    expect(got).toBeGreaterThan(0n)
  })

  test('spec 7.8 and 7.13: the native token for another, without an approval', async () => {
    const { got, promised, allowance } = await swap({ from: 'ETH', to: 'USDL', amount: 10n ** 17n, person: 2 })
    expect(allowance).toBe(2n ** 256n - 1n)
    expect(got).toBeGreaterThanOrEqual((promised * 99n) / 100n)
  })
})

describe('each request in every notation', () => {
  test('spec 7.8: quotes accept the account plain, as CAIP-10, in any letter case, and omitted', async () => {
    const { address } = world.person(0)
    const pair = { amount: '100000000000000000', from: world.id('ETH'), to: world.id('USDL') }
    const forms = [address, address.toLowerCase(), `${one}:${address}`, `${one}:${address.toLowerCase()}`]
    for (const userAddress of forms) {
      const { status, body } = await quotes({ ...pair, userAddress, gasPrice: '1000000007' })
      expect([userAddress, status]).toEqual([userAddress, 200])
      expect(body.quotes[0]).toMatchObject({ fromAmount: pair.amount, fromAccount: pair.from, toAccount: pair.to })
      expect(BigInt(body.quotes[0]?.toAmount ?? 0)).toBeGreaterThan(0n)
    }
    expect((await quotes(pair)).status).toBe(200)
    expect((await quotes({ ...pair, to: world.address('USDL') })).status).toBe(200)
    const refusals = [
      { ...pair, userAddress: `${two}:${address}` },
      { ...pair, userAddress: 'ada.eth' },
      { ...pair, userAddress: '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv' },
      { ...pair, from: world.address('ETH'), to: world.address('USDL') },
    ]
    for (const refused of refusals) {
      const { status, body } = await quotes(refused)
      expect([refused, status]).toEqual([refused, 400])
      expect(['malformed_address', 'malformed_request']).toContain(body.code)
    }
  })

  test('spec 7.9: the tokens of a chain', async () => {
    const path = `/v1/convert/tokens?chainId=${one}`
    const { status, body } = await world.get<EndpointResponse<typeof getSwapTokens>>(path)
    expect(status).toBe(200)
    const usd = body.tokens.find(({ symbol }) => symbol === 'USDL')
    expect(usd).toMatchObject({
      ...{ name: expect.any(String), symbol: 'USDL', decimals: expect.any(Number), eip2612: true },
    })
    expect(usd?.address.toLowerCase()).toBe(world.id('USDL').toLowerCase())
  })

  test('spec 7.10 and 9.14: prices in usd, with the project only in the body', async () => {
    const addresses = [world.id('USDL'), `${one}:0x00000000000000000000000000000000000000aa`, world.id('ETH')]
    const ask = (body: object, projectId: string | null = null) =>
      world.post<EndpointResponse<typeof getFungiblePrice>>('/v1/fungible/price', body, { projectId })
    const { status, body } = await ask({ projectId: testProjectId, currency: 'usd', addresses })
    expect(status).toBe(200)
    expect(body.fungibles.map(({ symbol, price }) => [symbol, price === null ? null : price > 0])).toEqual([
      ['USDL', true],
      [expect.any(String), null],
      ['ETH', true],
    ])
    expect((await ask({ addresses }, testProjectId)).status).toBe(200)
    expect((await ask({ projectId: testProjectId, addresses, currency: 'eur' })).body.code).toBe('unsupported_currency')
    expect((await ask({ addresses })).body.code).toBe('project_missing')
    expect((await ask({ projectId: testProjectId, addresses: [] })).status).toBe(422)
  })

  test('spec 7.11, 7.13 and 7.14: allowance, approval and swap accept plain accounts as well', async () => {
    const { address } = world.person(3)
    const pair = { from: world.id('LATCH'), to: world.id('USDL') }
    for (const userAddress of [address, address.toLowerCase(), `${one}:${address}`]) {
      expect((await allowanceOf('LATCH', userAddress)).status).toBe(200)
      const approve = await world.get<Approval>(`/v1/convert/build-approve?${query({ ...pair, userAddress })}`)
      expect([approve.status, plainOf(approve.body.tx.from).toLowerCase()]).toEqual([
        ...[200, world.address('LATCH').toLowerCase()],
      ])
      const swapped = await world.post<Built>('/v1/convert/build-transaction', {
        ...{ ...pair, userAddress, amount: '1000000000000000000', projectId: testProjectId },
        ...{ eip155: { slippage: 1 }, disableEstimate: true },
      })
      expect([swapped.status, plainOf(swapped.body.tx.from)]).toEqual([200, plainOf(userAddress)])
      expect(swapped.body.tx.from.startsWith(`${one}:`)).toBe(true)
    }
    const usual = { ...pair, userAddress: address, amount: '1', projectId: testProjectId }
    const many = await world.post<Built>('/v1/convert/build-transaction', { ...usual, eip155: { slippage: 51 } })
    expect([many.status, many.body.reasons?.[0]?.field]).toEqual([400, 'eip155.slippage'])
  })
})

import { waitForReceipt } from '@latchkey/devnet'
import type { EndpointResponse, ErrorBody, getBalance, getHistory } from '@latchkey/protocol/api'
import { erc20Abi, formatUnits, parseEther } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checksumAddress } from '../chains/checksumAddress.ts'
import { type IndexedDevnet, startIndexedDevnet } from '../indexer/testing/startIndexedDevnet.ts'
import { until } from '../testing/until.ts'

type Balances = EndpointResponse<typeof getBalance>
type History = EndpointResponse<typeof getHistory>

const one = 'eip155:31337'
const two = 'eip155:31338'
const native = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
let world: IndexedDevnet

beforeAll(async () => {
  world = await startIndexedDevnet()
  await world.synced()
})
afterAll(() => world.stop())

const person = (index: number) => {
  const account = world.devnet.accounts[index]
  if (!account) throw new Error(`There is no account ${index}`)
  return account
}
const balancesOf = (address: string, query = '') =>
  world.get<Balances>(`/v1/account/${address}/balance?currency=usd${query}`)
const historyOf = (address: string, query = '') =>
  world.get<History>(`/v1/account/${address}/history?currency=usd${query}`)

test('default: returns the exact balances of all chains, by value, then by name', async () => {
  const { address } = person(0)
  const { status, body } = await balancesOf(address)
  expect(status).toBe(200)
  for (const chainId of [one, two]) {
    const { reader } = world.clientsOf(Number(chainId.slice(7)), person(0))
    const own = body.balances.filter((balance) => balance.chainId === chainId)
    expect(own.length).toBeGreaterThanOrEqual(7)
    for (const balance of own) {
      const contract = balance.address?.split(':')[2] as `0x${string}` | undefined
      const amount = contract
        ? await reader.readContract({ address: contract, abi: erc20Abi, functionName: 'balanceOf', args: [address] })
        : await reader.getBalance({ address })
      const decimals = Number(balance.quantity.decimals)
      expect(Number(balance.quantity.numeric)).toBe(Number(formatUnits(amount, decimals)))
      expect(balance.quantity.numeric.split('.')[1] ?? '').toHaveLength(decimals)
      if (balance.price !== null) expect(balance.value).toBeCloseTo(balance.price * Number(balance.quantity.numeric), 6)
    }
    expect(own.filter((balance) => balance.address === undefined)).toHaveLength(1)
  }
  const values = body.balances.map(({ value }) => value ?? -1)
  expect(values).toEqual([...values].sort((a, b) => b - a))
  expect(body.balances.find(({ symbol }) => symbol === 'USDL')?.price).toBe(1)
})

test('behavior: hides spam tokens, flags spam NFTs, and shows a transfer to both accounts', async () => {
  const { address } = person(0)
  const spam = world.devnet.tokens.find(({ kind }) => kind === 'spam')
  const { body } = await balancesOf(address)
  expect(body.balances.some((balance) => balance.address?.endsWith(spam?.address.toLowerCase() ?? 'none'))).toBe(false)
  const history = await historyOf(address, `&chainId=${one}`)
  const nfts = history.body.data.flatMap(({ transfers }) => transfers.flatMap(({ nft_info }) => nft_info ?? []))
  expect(nfts.some(({ flags }) => flags.is_spam)).toBe(true)
  expect(nfts.some(({ flags }) => !flags.is_spam)).toBe(true)
  expect(history.body.data.every(({ transfers }) => transfers.length > 0)).toBe(true)
  const texts = history.body.data.flatMap(({ transfers }) =>
    transfers.map(({ fungible_info }) => fungible_info?.symbol),
  )
  expect(texts).not.toContain(spam?.symbol)
})

test('behavior: a new account still has its native token and the listed tokens', async () => {
  const address = '0x00000000000000000000000000000000000a11ce'
  await world.node(31337, 'anvil_setBalance', [address, `0x${parseEther('2').toString(16)}`])
  const { body } = await balancesOf(address, `&chainId=${one}`)
  expect(body.balances).toMatchObject([{ symbol: 'ETH', quantity: { numeric: '2.000000000000000000' } }])
  expect(body.balances[0]).not.toHaveProperty('address')
})

test('behavior: forceUpdate reads without the cache; other requests use it', async () => {
  const { address } = person(1)
  const before = await balancesOf(address, `&chainId=${one}`)
  await world.node(31337, 'anvil_setBalance', [address, `0x${parseEther('77').toString(16)}`])
  expect((await balancesOf(address, `&chainId=${one}`)).body).toEqual(before.body)
  const forced = await balancesOf(address, `&chainId=${one}&forceUpdate=${one}:${native}`)
  const amounts = forced.body.balances.filter((balance) => balance.address === undefined)
  expect(amounts).toMatchObject([{ quantity: { numeric: '77.000000000000000000' } }])
  expect((await balancesOf(address, `&chainId=${one}`)).body).toEqual(forced.body)
})

test('spec 7.15: forceUpdate returns its token even with a zero balance, but no other one', async () => {
  const nobody = '0x00000000000000000000000000000000000b0b77'
  const usd = world.devnet.tokens.find(({ symbol }) => symbol === 'USDL')?.address ?? ''
  const asked = [`${one}:${usd}`, `${one}:${native}`, `${one}:0x00000000000000000000000000000000000c0de0`]
  const forced = await balancesOf(nobody, `&chainId=${one}&forceUpdate=${asked.join(',')}`)
  expect(forced.body.balances.map(({ symbol, quantity, value }) => [symbol, Number(quantity.numeric), value])).toEqual(
    expect.arrayContaining([
      ['USDL', 0, 0],
      ['ETH', 0, 0],
    ]),
  )
  // An address without a token contract is left out.
  expect(forced.body.balances).toHaveLength(2)
  expect((await balancesOf(nobody, `&chainId=${one}`)).body.balances).toEqual([])
  const other = await balancesOf(nobody, `&chainId=${one}&forceUpdate=${one}:${native}`)
  expect(other.body.balances.map(({ symbol }) => symbol)).toEqual(['ETH'])
})

test('spec 7.6 and 7.15: an account by CAIP-10 is the same account, on its network', async () => {
  const { address } = person(2)
  const [plain, named] = [await balancesOf(address, `&chainId=${one}`), await balancesOf(`${one}:${address}`)]
  expect(named.body.balances.map(({ symbol }) => symbol)).toEqual(plain.body.balances.map(({ symbol }) => symbol))
  expect(named.body.balances.every(({ chainId }) => chainId === one)).toBe(true)
  const histories = [await historyOf(address, `&chainId=${one}`), await historyOf(`${one}:${address}`)]
  expect(histories[1]?.body.data.map(({ id }) => id)).toEqual(histories[0]?.body.data.map(({ id }) => id))
  const mixed = await balancesOf(`${one}:${address}`, `&chainId=${two}`)
  expect([mixed.status, (mixed.body as { code?: string }).code]).toEqual([400, 'malformed_address'])
})

test('spec 9.20: a block invalidates the caches', async () => {
  const from = person(2)
  const to = '0x00000000000000000000000000000000000b0b01'
  await Promise.all([balancesOf(to), historyOf(to), balancesOf(from.address), historyOf(from.address)])
  const { wallet, reader } = world.clientsOf(31337, from)
  const hash = await wallet.sendTransaction({ to, value: parseEther('0.25') })
  await waitForReceipt({ client: reader, hash })
  // It may be pending for a moment.
  await until(async () => (await historyOf(to)).body.data[0]?.metadata.status === 'confirmed')
  expect((await historyOf(to)).body.data).toHaveLength(1)
  await world.synced()
  expect((await historyOf(to)).body.data[0]).toMatchObject({
    metadata: { operationType: 'receive', hash, chain: one, status: 'confirmed', sentFrom: from.address },
    transfers: [{ direction: 'in', quantity: { numeric: '0.25' }, fungible_info: { symbol: 'ETH' } }],
  })
  expect((await historyOf(from.address)).body.data[0]).toMatchObject({
    metadata: { operationType: 'send', hash, sentTo: checksumAddress(to) },
    transfers: [{ direction: 'out' }],
  })
  expect((await balancesOf(to)).body.balances).toMatchObject([{ quantity: { numeric: '0.250000000000000000' } }])
})

test('behavior: pages have no gaps and no duplicates while new blocks arrive', async () => {
  const from = person(3)
  const { wallet, reader } = world.clientsOf(31338, from)
  const to = '0x00000000000000000000000000000000000b0b02'
  const send = async (count: number) => {
    let nonce = await reader.getTransactionCount({ address: from.address })
    let last = ''
    for (let round = 0; round < count; round++) {
      last = await wallet.sendTransaction({ to, value: 10n ** 14n, nonce: nonce++, gas: 21_000n, gasPrice: 10n ** 11n })
    }
    // The newest is the first.
    await until(async () => (await historyOf(to)).body.data[0]?.metadata.hash === last)
  }
  await send(120)
  expect(await allHashes(to, '')).toHaveLength(120)
  for (const chain of ['', `&chainId=${two}`]) {
    const seen: string[] = []
    const sizes: number[] = []
    const known = new Set((await allHashes(to, chain)).slice())
    let next: string | null = null
    do {
      const page: History = (await historyOf(to, `${chain}${next ? `&cursor=${next}` : ''}`)).body
      seen.push(...page.data.map(({ metadata }) => metadata.hash))
      sizes.push(page.data.length)
      next = page.next
      await send(3)
    } while (next)
    expect(sizes.slice(0, -1).every((size) => size === 50)).toBe(true)
    expect(seen).toHaveLength(known.size)
    expect(new Set(seen)).toEqual(known)
  }
})

async function allHashes(address: string, query: string): Promise<string[]> {
  const hashes: string[] = []
  let next: string | null = null
  do {
    const page: History = (await historyOf(address, `${query}${next ? `&cursor=${next}` : ''}`)).body
    hashes.push(...page.data.map(({ metadata }) => metadata.hash))
    next = page.next
  } while (next)
  return hashes
}

test('behavior: shows a failed transaction as failed, and hides planted ones', async () => {
  const from = person(0)
  const victim = person(1)
  const { wallet, reader } = world.clientsOf(31337, from)
  const usd = world.devnet.tokens.find(({ kind }) => kind === 'usd')
  const data = `0xa9059cbb${victim.address.slice(2).padStart(64, '0')}${'f'.repeat(64)}` as const
  const failed = await wallet.sendTransaction({ to: usd?.address as `0x${string}`, data, gas: 100_000n })
  // transferFrom(victim, look-alike, 0): a token lets anyone call it. A history that showed it would plant an address.
  const planted = await wallet.writeContract({
    address: usd?.address as `0x${string}`,
    abi: erc20Abi,
    functionName: 'transferFrom',
    args: [victim.address, '0x00000000000000000000000000000000000b0b03', 0n],
  })
  await waitForReceipt({ client: reader, hash: planted })
  await world.synced()
  const own = await historyOf(from.address, `&chainId=${one}`)
  expect(own.body.data.find(({ metadata }) => metadata.hash === failed)?.metadata).toMatchObject({ status: 'failed' })
  const hashes = (await historyOf(victim.address, `&chainId=${one}`)).body.data.map(({ metadata }) => metadata.hash)
  expect(hashes).not.toContain(planted)
  expect((await historyOf('0x00000000000000000000000000000000000b0b03')).body.data).toEqual([])
})

test('error: refuses invalid requests and names the field', async () => {
  const { address } = person(0)
  const cases = [
    [`/v1/account/${address}/balance?chainId=eip155:1`, 'unsupported_chain', 'chainId'],
    [`/v1/account/${address}/balance?chainId=nonsense`, 'unsupported_chain', 'chainId'],
    [`/v1/account/${address}/balance?currency=eur`, 'unsupported_currency', 'currency'],
    [`/v1/account/0x12/balance`, 'malformed_address', 'address'],
    [`/v1/account/${address}/balance?forceUpdate=usdc`, 'malformed_address', 'forceUpdate'],
    [`/v1/account/${address}/history?onramp=some`, 'malformed_request', 'onramp'],
    [`/v1/account/${address}/balance?forceUpdate=eip155:1:${native}`, 'unsupported_chain', 'chainId'],
    [`/v1/account/${address}/history?cursor=abc`, 'malformed_cursor', 'cursor'],
    [`/v1/account/${address}/history?chainId=eip155:1`, 'unsupported_chain', 'chainId'],
  ] as const
  for (const [path, code, field] of cases) {
    const { status, body } = await world.get<ErrorBody>(path)
    expect({ path, status, code: body.code, field: body.reasons[0]?.field }).toEqual({ path, status: 400, code, field })
  }
  const page = await historyOf('0x00000000000000000000000000000000000b0b02')
  const foreign = await world.get<ErrorBody>(`/v1/account/${address}/history?cursor=${page.body.next}`)
  expect(foreign.body.code).toBe('malformed_cursor')
})

test('error: without a node, returns known data with its age, and refuses unknown accounts', async () => {
  const { address } = person(0)
  const fresh = await balancesOf(address, `&chainId=${two}`)
  await world.devnet.stopChain({ id: 31338 })
  const stale = await balancesOf(address, `&chainId=${two}&forceUpdate=${two}:${native}`)
  expect(stale.status).toBe(200)
  expect(Number(stale.headers.get('x-stale'))).toBeGreaterThanOrEqual(1)
  expect(stale.body).toEqual(fresh.body)
  const unknown = await world.get<ErrorBody>(
    `/v1/account/0x00000000000000000000000000000000000a11cf/balance?chainId=${two}`,
  )
  expect(unknown.status).toBe(503)
  expect(unknown.body).toMatchObject({ code: 'upstream_unavailable', reasons: [{ field: 'chainId' }] })
  // The other chain still responds.
  const both = await balancesOf('0x00000000000000000000000000000000000a11ce')
  expect(both.status).toBe(200)
  expect(both.body.balances).toHaveLength(1)
  expect(Number(both.headers.get('x-stale'))).toBeGreaterThanOrEqual(1)
  await world.devnet.startChain({ id: 31338 })
  await world.synced()
  await until(
    async () =>
      (await balancesOf(address, `&chainId=${two}&forceUpdate=${two}:${native}`)).headers.get('x-stale') === null,
  )
})

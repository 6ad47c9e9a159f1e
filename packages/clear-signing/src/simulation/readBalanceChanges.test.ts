import { encodeAbiParameters } from 'viem'
import { describe, expect, test } from 'vitest'
import { createAssetBook } from '../assets/AssetBook.ts'
import { createChain } from '../chain/Chain.ts'
import { account, offline, word } from '../testing/requests.ts'
import { readBalanceChanges } from './readBalanceChanges.ts'
import { nativeLogAddress, type SimulatedLog, transferTopic } from './Simulation.ts'

const token = `0x${'11'.repeat(20)}` as const
const items = `0x${'22'.repeat(20)}` as const
const other = '0x00000000000000000000000000000000DeaDBeef'
const zero = `0x${'00'.repeat(20)}`
const assets = createAssetBook({
  chain: createChain(offline),
  network: offline.network,
  tokens: [
    { address: token, symbol: 'USDC', name: 'USD Coin', decimals: 6, kind: 'erc20' },
    { address: items, symbol: 'ITEMS', name: 'Items', decimals: 0, kind: 'erc1155' },
  ],
})
const topic = (address: string) => `0x${word(address)}` as const
const transfer = (address: `0x${string}`, from: string, to: string, amount: number): SimulatedLog => ({
  address,
  topics: [transferTopic, topic(from), topic(to)],
  data: `0x${word(amount)}`,
})
const read = (...logs: SimulatedLog[]) => readBalanceChanges({ logs, account, assets })
const uints = (...lists: bigint[][]) =>
  encodeAbiParameters(
    lists.map(() => ({ type: 'uint256[]' as const })),
    lists,
  )

test('default', async () => {
  const changes = await read(
    transfer(token, other, account, 9_000_000),
    transfer(nativeLogAddress, account, other, 5),
    transfer(token, account, zero, 2_500_000),
    transfer(token, other, zero, 1),
    transfer(token, account, account, 1),
  )
  expect(changes).toMatchObject([
    { asset: { kind: 'native' }, direction: 'out', amount: 5n, counterparty: other, tokenId: null },
    { asset: { symbol: 'USDC' }, direction: 'in', amount: 6_500_000n, amountText: '6.5', counterparty: null },
  ])
})

test('behavior: an amount that leaves and returns is no change', async () => {
  expect(await read(transfer(token, account, other, 7), transfer(token, other, account, 7))).toStrictEqual([])
})

test('behavior: threat 23: made-up tokens do not push known ones out of sight', async () => {
  const fake = (index: number) => `0x${(index + 1).toString(16).padStart(40, 'f')}` as const
  const junk = Array.from({ length: 63 }, (_, index) => transfer(fake(index), account, other, 1))
  const changes = await read(...junk, transfer(token, account, other, 1_000_000))
  expect(changes?.length).toBe(64)
  expect(changes?.[0]).toMatchObject({ asset: { symbol: 'USDC' }, direction: 'out', amountText: '1' })
  expect(await read(...junk, transfer(fake(64), account, other, 1), transfer(token, account, other, 1))).toBe(null)
})

describe('ERC-1155', () => {
  const single = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62'
  const batch = '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb'

  test('behavior: each item is counted', async () => {
    const changes = await read(
      { address: items, topics: [single, topic(other), topic(account), topic(other)], data: `0x${word(7)}${word(2)}` },
      {
        address: items,
        topics: [batch, topic(other), topic(other), topic(account)],
        data: uints([7n, 8n], [1n, 5n]),
      },
    )
    expect(changes).toMatchObject([
      { direction: 'out', tokenId: 7n, amount: 1n, amountText: '1' },
      { direction: 'in', tokenId: 8n, amount: 5n },
    ])
  })
})

describe('wrapping', () => {
  const deposit = '0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c'
  const log: SimulatedLog = { address: token, topics: [deposit, topic(account)], data: `0x${word(7)}` }

  test('behavior: a deposit with a transfer log counts once', async () => {
    expect(await read(log)).toMatchObject([{ direction: 'in', amount: 7n }])
    expect(await read(log, transfer(token, zero, account, 7))).toMatchObject([{ direction: 'in', amount: 7n }])
  })

  test('behavior: a deposit into a contract that is no token is none', async () => {
    expect(await read({ ...log, address: other })).toStrictEqual([])
  })
})

test('behavior: skips malformed logs', async () => {
  expect(
    await read(
      { address: token, topics: [], data: '0x' },
      { address: token, topics: [transferTopic], data: '0x' },
      { address: token, topics: [transferTopic, topic(account), topic(other)], data: '0x12' },
      { address: token, topics: [transferTopic, '0x', '0x'], data: `0x${word(1)}` },
    ),
  ).toStrictEqual([])
})

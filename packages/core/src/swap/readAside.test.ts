import { type Hex, toEventSelector } from 'viem'
import { expect, test } from 'vitest'
import { readAside, type SwapLog } from './readAside.ts'

const [account, spender, thief, usd, kit, other] = ['a1', '70', 'e1', '05', 'c1', '77'].map(
  (fill) => `0x${fill.repeat(20)}`,
) as [string, string, string, string, string, string]
const word = (address: string) => `0x${address.slice(2).padStart(64, '0')}`
const logOf = (event: string, address: string, parties: string[], data = word('0x5')): SwapLog => ({
  ...{ address, data },
  topics: [toEventSelector(`event ${event}`), ...parties.map(word)],
})
const look = (logs: SwapLog[], sides: { from?: string; to?: string } = {}) =>
  readAside({ ...{ logs, account, spender, from: usd, to: kit }, ...sides })

const transfer = 'Transfer(address,address,uint256)'
const approval = 'Approval(address,address,uint256)'
const forAll = 'ApprovalForAll(address,address,bool)'
const single = 'TransferSingle(address,address,address,uint256,uint256)'
const batch = 'TransferBatch(address,address,address,uint256[],uint256[])'

test('default: a swap without side effects', () => {
  expect(
    look([
      logOf(transfer, usd, [account, spender]),
      logOf(approval, usd, [account, spender]),
      logOf(transfer, other, [spender, thief]),
      logOf(approval, other, [spender, thief]),
      logOf(transfer, kit, [spender, account]),
      logOf(approval, other, [account, thief], word('0x0')),
      logOf(single, other, [thief, thief, account]),
      { address: other, topics: [], data: '0x' },
    ]),
  ).toBeUndefined()
})

test.each([
  ['another token', logOf(transfer, other, [account, thief])],
  ['a thing that there is once', logOf(transfer, other, [account, thief, thief], '0x')],
  ['one of several things', logOf(single, other, [thief, account, thief])],
  ['several things', logOf(batch, other, [thief, account, thief])],
])('error: it takes %s', (_, log) => {
  expect(look([log])).toBe('It takes another token')
  expect(look([{ ...log, topics: log.topics.map((topic) => topic.toUpperCase().replace('0X', '0x') as Hex) }])).toBe(
    'It takes another token',
  )
})

test.each([
  ['somebody else', logOf(approval, usd, [account, thief])],
  ['the same, another token', logOf(approval, other, [account, spender])],
  ['somebody, a thing that there is once', logOf(approval, other, [account, thief, thief], '0x')],
  ['somebody, all things', logOf(forAll, other, [account, thief])],
])('error: it lets %s', (_, log) => {
  expect(look([log])).toBe('It approves a token for another address')
})

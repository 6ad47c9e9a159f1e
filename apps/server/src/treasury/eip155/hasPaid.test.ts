import { padHex } from 'viem/utils'
import { expect, test } from 'vitest'
import { hasPaid } from './hasPaid.ts'

type Hex = `0x${string}`
const [account, receiver, token, other] = ['a1', 'b2', 'c3', 'd4'].map((end) => padHex(`0x${end}`, { size: 20 })) as [
  Hex,
  Hex,
  Hex,
  Hex,
]
const topic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const payout = { asset: `eip155:1:${token}`, receiver: receiver.toUpperCase().replace('0X', '0x') }
const moved = (from: Hex, to: Hex, value: bigint, address: Hex = token) => ({
  ...{ address, logIndex: '0x0' as const, data: padHex(`0x${value.toString(16)}`, { size: 32 }) },
  topics: [topic, padHex(from, { size: 32 }), padHex(to, { size: 32 })] as Hex[],
})

test("default: a token payout is paid if the contract's event shows the transfer from the treasury to the receiver", () => {
  const paid = (logs: ReturnType<typeof moved>[], status: Hex = '0x1') =>
    hasPaid({ payout, account, receipt: { status, logs } })
  expect(paid([moved(account, receiver, 5n)])).toBe(true)
  expect(paid([moved(account, other, 1n), moved(account, receiver, 4n)])).toBe(true)
  expect(paid([moved(account, receiver, 5n)], '0x0')).toBe(false)
  for (const log of [
    moved(account, other, 5n),
    moved(other, receiver, 5n),
    moved(account, receiver, 0n),
    moved(account, receiver, 5n, other),
  ])
    expect(paid([log])).toBe(false)
  expect(paid([])).toBe(false)
})

test('default: a native payout is paid if its transaction succeeded', () => {
  const coin = { asset: 'eip155:1:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee', receiver }
  expect(hasPaid({ payout: coin, account, receipt: { status: '0x1', logs: [] } })).toBe(true)
  expect(hasPaid({ payout: coin, account, receipt: { status: '0x0', logs: [] } })).toBe(false)
})

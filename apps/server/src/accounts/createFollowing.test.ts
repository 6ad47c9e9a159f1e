import { toTopic } from '@latchkey/protocol'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { announcementChannel } from '../chains/announcement.ts'
import { createMemoryBus } from '../platform/bus/createMemoryBus.ts'
import { until } from '../testing/until.ts'
import type { AccountChange, AccountSource } from './AccountSource.ts'
import { createFollowing } from './createFollowing.ts'

const chainId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const topicOf = (address: string, kind: 'balance' | 'history' = 'balance') => toTopic(kind, `${chainId}:${address}`)

async function open(options: { limit?: number; limitPerOwner?: number; lingerFor?: number } = {}) {
  const bus = createMemoryBus()
  const announced: unknown[] = []
  await bus.subscribe(announcementChannel, (message) => announced.push(JSON.parse(message)))
  /** Followed accounts, and the callbacks for their changes. */
  const followed = new Map<string, (change: AccountChange) => void>()
  const source: AccountSource = {
    chainId,
    isAddress: (address) => address !== 'Wrong',
    readBalances: async () => ({ balances: [], stale: 0 }),
    readHistory: async () => ({ waiting: [], entries: [], next: null, stale: 0 }),
    readFungibles: async () => [],
    follow: ({ address, onChange }) => {
      expect(followed.has(address)).toBe(false)
      followed.set(address, onChange)
      return () => followed.delete(address)
    },
  }
  const log = pino({ level: 'silent' })
  const following = createFollowing({ context: { bus, log, metrics: new Registry() }, sources: [source], ...options })
  return { announced, followed, following }
}

test('default: follows an account once for all its listeners, and for a moment after the last one', async () => {
  const { announced, followed, following } = await open({ lingerFor: 1 })
  const ends = [topicOf('Ada'), topicOf('Ada', 'history'), topicOf('Ada')].map((topic) => following.follow(topic, 'a'))
  expect([...followed.keys()]).toEqual(['Ada'])
  followed.get('Ada')?.({ block: 5, balance: true, history: false })
  await until(() => announced.length === 1)
  expect(announced).toEqual([{ block: 5, balances: [`${chainId}:Ada`], histories: [], prices: [], trades: [] }])
  ends[0]?.()
  ends[0]?.()
  ends[1]?.()
  expect(following.size()).toBe(1)
  ends[2]?.()
  // A listener that returns in that moment continues.
  const back = following.follow(topicOf('Ada'), 'a')
  expect(following.size()).toBe(1)
  back()
  await until(() => following.size() === 0)
  expect(followed.size).toBe(0)
})

test('behavior: ignores topics of indexed networks, of other things and of malformed addresses', async () => {
  const { followed, following } = await open()
  const topics = [
    `balance:eip155:1:0x${'ab'.repeat(20)}`,
    `price:${chainId}/token:Ada`,
    `balance:solana:4uhcVJyU9pJkvQyUS88uRDiswHXSCkY3:Ada`,
    topicOf('Wrong'),
  ] as const
  for (const topic of topics) following.follow(topic as ReturnType<typeof topicOf>, 'a')()
  expect(followed.size).toBe(0)
})

test('behavior: has a limit, and can be closed', async () => {
  const { announced, followed, following } = await open({ limit: 2 })
  const ends = ['Ada', 'Ben', 'Cleo'].map((address) => following.follow(topicOf(address), 'a'))
  expect([...followed.keys()]).toEqual(['Ada', 'Ben'])
  ends[2]?.()
  const [tell] = followed.values()
  following.close()
  expect(followed.size).toBe(0)
  tell?.({ block: 1, balance: true, history: true })
  following.follow(topicOf('Dan'), 'a')
  expect([followed.size, announced.length]).toEqual([0, 0])
})

test('behavior: limits the accounts of one network address, even if it reconnects', async () => {
  const { followed, following } = await open({ limitPerOwner: 2, lingerFor: 60_000 })
  const follow = (address: string, owner: string) => following.follow(topicOf(address), owner)
  const ends = ['Ada', 'Ben', 'Cleo'].map((address) => follow(address, 'a'))
  expect([...followed.keys()]).toEqual(['Ada', 'Ben'])
  // Another topic of the same account does not count again.
  following.follow(topicOf('Ada', 'history'), 'a')()
  // Another network address has its own limit.
  const other = follow('Cleo', 'b')
  const joined = follow('Ada', 'b')
  follow('Dan', 'b')
  expect([...followed.keys()]).toEqual(['Ada', 'Ben', 'Cleo'])
  // A listener that leaves while another stays frees its share. The last listener keeps it for a while.
  ends[0]?.()
  const dan = follow('Dan', 'a')
  expect([...followed.keys()]).toEqual(['Ada', 'Ben', 'Cleo', 'Dan'])
  dan()
  ends[1]?.()
  follow('Eve', 'a')
  expect(followed.has('Eve')).toBe(false)
  // The next listener of the account takes over the share.
  other()
  follow('Cleo', 'c')
  follow('Eve', 'b')
  expect(followed.has('Eve')).toBe(true)
  joined()
  following.close()
  expect(followed.size).toBe(0)
})

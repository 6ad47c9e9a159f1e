import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { realtimeEventSchema } from './events.ts'
import { isTopic, topicKinds, toTopic } from './topics.ts'

const account = 'eip155:31337:0x140BBf461e33044E4193730d1511EA2894edb528'
const asset = 'eip155:31337/erc20:0x140BBf461e33044E4193730d1511EA2894edb528'

test('default', () => {
  for (const kind of topicKinds) {
    const subjects = {
      name: 'alice.latchkey.eth',
      order: '0123456789abcdef'.repeat(2),
      balance: account,
      history: account,
    }
    const subject = kind === 'price' || kind === 'trades' ? asset : subjects[kind]
    const topic = toTopic(kind, subject)
    expect(topic).toBe(`${kind}:${subject.toLowerCase()}`)
    expect(isTopic(topic)).toBe(true)
  }
  const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv'
  expect(toTopic('balance', solana)).toBe(`balance:${solana}`)
})

test.each([
  `balance:${asset}`,
  `price:${account}`,
  'balance:',
  'balance',
  '',
  `order:${account}`,
  'name:alice',
  'name:Alice.eth',
  'name:.eth',
  1,
  null,
])('error: %o is not a topic', (value) => expect(isTopic(value)).toBe(false))

test('error: reads any text without a throw', () => {
  fc.assert(fc.property(fc.string(), (text) => void isTopic(text)))
})

test('behavior: events are distinguished by their kind', () => {
  const parse = (value: unknown) => z.safeParse(realtimeEventSchema, value).success
  expect(parse({ kind: 'balance', topic: `balance:${account}`, block: 1 })).toBe(true)
  expect(parse({ kind: 'price', topic: `price:${asset}`, price: null })).toBe(true)
  expect(parse({ kind: 'balance', topic: `balance:${account}` })).toBe(false)
  expect(parse({ kind: 'other' })).toBe(false)
})

import { expect, test } from 'vitest'
import { createMailboxes } from './createMailboxes.ts'
import { subscriptionLifetime } from './subscriptionLifetime.ts'
import { createMessages } from './testing/createMessages.ts'
import { createOwnClock, newTopic, usualLimits } from './testing/storeAdapters.ts'

test('behavior: expired entries are removed completely', () => {
  const clock = createOwnClock()
  const make = createMessages(clock)
  const mailboxes = createMailboxes({ limits: usualLimits, clock })
  const topics = Array.from({ length: 20 }, newTopic)
  mailboxes.subscribe({ clientId: 'wallet', topics })
  for (let count = 0; count < 1_000; count++) {
    const message = make({ topic: topics[count % 20] ?? '', message: `${count}`, ttl: 1 + (count % 50) })
    expect(mailboxes.publish(message).outcome).toBe('stored')
    // Acknowledge half of them, in some topics only.
    if (count % 4 < 2) mailboxes.acknowledge({ clientId: 'wallet', receipts: [message] })
  }
  expect(mailboxes.count()).toEqual({ topics: 20, clients: 1, seen: 1_000, letters: 500 })
  expect(mailboxes.size()).toBe(500)
  clock.pass(26_000)
  expect(mailboxes.count()).toMatchObject({ topics: 20, seen: 480 })
  clock.pass(25_000)
  expect(mailboxes.count()).toEqual({ topics: 20, clients: 1, seen: 0, letters: 0 })
  clock.pass(subscriptionLifetime)
  expect(mailboxes.count()).toEqual({ topics: 0, clients: 0, seen: 0, letters: 0 })
})

test('behavior: short-lived topics are removed completely', () => {
  const clock = createOwnClock()
  const make = createMessages(clock)
  const mailboxes = createMailboxes({ limits: { ...usualLimits, bytesPerTopic: 4 }, clock })
  for (let count = 0; count < 100; count++) {
    const topics = [newTopic()]
    mailboxes.subscribe({ clientId: 'wallet', topics })
    mailboxes.unsubscribe({ clientId: 'wallet', topics })
    mailboxes.read({ clientId: 'wallet', topics: [newTopic()] })
    expect(mailboxes.publish(make({ topic: newTopic(), message: 'large' })).outcome).toBe('full')
  }
  expect(mailboxes.count()).toEqual({ topics: 0, clients: 0, seen: 0, letters: 0 })
  // A topic that is used again keeps its new messages.
  const topic = newTopic()
  mailboxes.publish(make({ topic, message: 'a', ttl: 1 }))
  clock.pass(1_000)
  mailboxes.publish(make({ topic, message: 'a', ttl: 2 }))
  clock.pass(1_000)
  expect(mailboxes.count()).toEqual({ topics: 1, clients: 0, seen: 1, letters: 1 })
})

test('behavior: a message that all others have is removed with the last subscription that awaited it', () => {
  const clock = createOwnClock()
  const make = createMessages(clock)
  const mailboxes = createMailboxes({ limits: usualLimits, clock })
  const topics = [newTopic()]
  mailboxes.subscribe({ clientId: 'gone', topics })
  clock.pass(subscriptionLifetime - 1_000)
  mailboxes.subscribe({ clientId: 'wallet', topics })
  const message = make({ topic: topics[0] ?? '', message: 'a', ttl: 60 })
  mailboxes.publish(message)
  mailboxes.acknowledge({ clientId: 'wallet', receipts: [message] })
  expect(mailboxes.size()).toBe(1)
  clock.pass(1_000)
  expect(mailboxes.read({ clientId: 'wallet', topics })).toEqual([])
  expect(mailboxes.size()).toBe(0)
})

test('behavior: a message waits for every subscriber except its publisher, and then frees its space', () => {
  const clock = createOwnClock()
  const make = createMessages(clock)
  const topics = [newTopic()]
  const messages = ['first', 'other'].map((message) => make({ topic: topics[0] ?? '', message }))
  const mailboxes = createMailboxes({ limits: { ...usualLimits, bytesPerTopic: 5 }, clock })
  for (const clientId of ['app', 'wallet', 'second']) mailboxes.subscribe({ clientId, topics })
  const [first, other] = messages
  if (!first || !other) throw new Error('Two were made')
  expect(mailboxes.publish(first).outcome).toBe('stored')
  mailboxes.acknowledge({ clientId: 'wallet', receipts: [first] })
  expect(mailboxes.size()).toBe(1)
  mailboxes.acknowledge({ clientId: 'second', receipts: [first] })
  expect(mailboxes.size()).toBe(0)
  expect(mailboxes.publish(other).outcome).toBe('stored')
})

test('behavior: threat 76: a process remembers a limited number until they expire, from any sender', () => {
  const clock = createOwnClock()
  const make = createMessages(clock)
  const mailboxes = createMailboxes({ limits: { ...usualLimits, messages: 3 }, clock })
  const send = (ttl: number, topic = newTopic()) => {
    const message = make({ topic, message: `for ${ttl} s`, ttl })
    return { message, outcome: mailboxes.publish(message).outcome }
  }
  const first = send(1)
  expect([first, send(2), send(3), send(4)].map(({ outcome }) => outcome)).toEqual([
    'stored',
    'stored',
    'stored',
    'full',
  ])
  expect(mailboxes.publish(first.message).outcome).toBe('duplicate')
  // Settled ones are remembered as well, to detect repetitions.
  mailboxes.acknowledge({ clientId: 'wallet', receipts: [first.message] })
  expect(send(4).outcome).toBe('full')
  clock.pass(1_000)
  expect([send(1), send(1)].map(({ outcome }) => outcome)).toEqual(['stored', 'full'])
  clock.pass(3_000)
  expect(mailboxes.count()).toMatchObject({ topics: 0, seen: 0 })
  expect([send(1), send(1), send(1), send(1)].map(({ outcome }) => outcome)).toEqual([
    'stored',
    'stored',
    'stored',
    'full',
  ])
})

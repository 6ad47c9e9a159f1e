import fc from 'fast-check'
import { expect, test } from 'vitest'
import { systemClock } from '../platform/clock/Clock.ts'
import { until } from '../testing/until.ts'
import type { RelayStore } from './RelayStore.ts'
import { createMemoryRelayStore } from './store/createMemoryRelayStore.ts'
import { connectTestClient, createTestTopic, type TestClient } from './testing/connectTestClient.ts'
import { createTestIdentity, type TestIdentity } from './testing/createTestToken.ts'
import { startTestRelay, type TestRelay } from './testing/startTestRelay.ts'

const people = 3
const topicCount = 2

/** An action of a client, or an event. */
type Step =
  | { does: 'publish'; who: number; topic: number }
  | { does: 'subscribe'; who: number; topics: number[] }
  | { does: 'die'; who: number }
  | { does: 'open'; who: number }
  /** From now on the client answers no delivery, or every delivery. */
  | { does: 'answer'; who: number; answers: boolean }
  | { does: 'restart' }

const who = fc.nat({ max: people - 1 })
const topic = fc.nat({ max: topicCount - 1 })
const someStep: fc.Arbitrary<Step> = fc.oneof(
  { arbitrary: fc.record({ does: fc.constant('publish' as const), who, topic }), weight: 10 },
  {
    arbitrary: fc.record({
      does: fc.constant('subscribe' as const),
      who,
      topics: fc.uniqueArray(topic, { minLength: 1 }),
    }),
    weight: 4,
  },
  { arbitrary: fc.record({ does: fc.constant('die' as const), who }), weight: 2 },
  { arbitrary: fc.record({ does: fc.constant('open' as const), who }), weight: 2 },
  { arbitrary: fc.record({ does: fc.constant('answer' as const), who, answers: fc.boolean() }), weight: 3 },
  { arbitrary: fc.record({ does: fc.constant('restart' as const) }), weight: 1 },
)

/** A client with all its past sockets, and its state in the model. */
type Person = {
  identity: TestIdentity
  answers: boolean
  sockets: TestClient[]
  /** Topics that the client follows according to the relay. */
  follows: Set<number>
}

async function run(relay: TestRelay, taken: Map<string, string[]>, steps: readonly Step[]): Promise<void> {
  const topics = Array.from({ length: topicCount }, createTestTopic)
  const persons: Person[] = Array.from({ length: people }, () => ({
    identity: createTestIdentity(),
    answers: true,
    sockets: [],
    follows: new Set(),
  }))
  const published = topics.map((): { text: string; who: number; wanted: Set<number>; isTaken: boolean }[] => [])
  const publishing: Promise<void>[] = []
  const at = <Item>(items: readonly Item[], index: number): Item => {
    const item = items[index]
    if (item === undefined) throw new Error('There is none')
    return item
  }

  const open = async (person: Person) => {
    const socket = await connectTestClient({ relay, identity: person.identity, acknowledges: false })
    // Decided at the arrival of the message, not at the connection.
    socket.socket.on('message', (data) => {
      const frame = JSON.parse(data.toString()) as { id: number; method?: string }
      if (frame.method && person.answers) socket.acknowledge(frame)
    })
    person.sockets.push(socket)
    return socket
  }
  const live = ({ sockets }: Person) => sockets.filter(({ socket }) => socket.readyState === socket.OPEN)
  const someSocket = async (person: Person) => live(person)[0] ?? (await open(person))

  let count = 0
  for (const step of steps) {
    switch (step.does) {
      case 'publish': {
        const person = at(persons, step.who)
        count += 1
        const text = `message ${count}`
        const socket = await someSocket(person)
        const list = at(published, step.topic)
        const wanted = persons.flatMap(({ follows }, index) =>
          index !== step.who && follows.has(step.topic) ? [index] : [],
        )
        const message = { text, who: step.who, wanted: new Set(wanted), isTaken: false }
        list.push(message)
        const topicText = at(topics, step.topic)
        const call = socket.call('irn_publish', { topic: topicText, message: text, ttl: 300, tag: 0 })
        // Not awaited, so that the next steps happen meanwhile. A message without a reply may be lost, and its sender knows that.
        const outcome = Promise.race([call, socket.closed]).then((answer) => {
          message.isTaken = 'result' in answer && answer.result === true
        })
        publishing.push(outcome)
        break
      }
      case 'subscribe': {
        const person = at(persons, step.who)
        for (const index of step.topics) person.follows.add(index)
        const socket = await someSocket(person)
        await socket.call('irn_batchSubscribe', { topics: step.topics.map((index) => at(topics, index)) })
        break
      }
      case 'die':
        for (const { socket, closed } of live(at(persons, step.who)).slice(0, 1)) {
          socket.terminate()
          await closed
        }
        break
      case 'open':
        if (live(at(persons, step.who)).length < 3) await open(at(persons, step.who))
        break
      case 'answer':
        at(persons, step.who).answers = step.answers
        break
      case 'restart':
        await relay.restart()
        await Promise.all(persons.flatMap(({ sockets }) => sockets.map(({ closed }) => closed)))
        break
    }
  }

  await Promise.all(publishing)

  // At the end every client reconnects, subscribes and answers. By then all messages have arrived.
  for (const person of persons) {
    for (const { socket, closed } of live(person)) {
      socket.terminate()
      await closed
    }
    person.answers = true
    const socket = await open(person)
    const followed = [...person.follows].map((index) => at(topics, index))
    if (followed.length > 0) await socket.call('irn_batchSubscribe', { topics: followed })
  }
  for (const [index, person] of persons.entries()) {
    for (const [topicIndex, list] of published.entries()) {
      const wanted = list.filter((message) => message.isTaken && message.wanted.has(index)).map(({ text }) => text)
      const heard = () => new Set(person.sockets.flatMap((socket) => socket.messages()))
      await until(() => wanted.every((text) => heard().has(text)))
      const own = new Set(list.filter((message) => message.who === index).map(({ text }) => text))
      for (const socket of person.sockets) {
        const texts = socket.deliveries
          .filter((delivery) => delivery.topic === topics[topicIndex])
          .map(({ message }) => message)
        expect(
          texts.filter((text) => own.has(text)),
          'its own messages',
        ).toEqual([])
        // In the order in which the relay accepted them, each once, because no socket had to read anything twice.
        const order = (taken.get(at(topics, topicIndex)) ?? []).filter((text) => texts.includes(text))
        expect(texts, 'order').toEqual(order)
      }
    }
    const socket = at(person.sockets, person.sockets.length - 1)
    await socket.settled()
    await socket.close()
  }
  // And it does not arrive again.
  for (const person of persons) {
    const socket = await open(person)
    await socket.call('irn_batchSubscribe', { topics })
    await socket.settled()
    const again = socket.deliveries.filter(({ topic: text, message }) => {
      const sent = at(published, topics.indexOf(text)).find((one) => one.text === message)
      return sent?.wanted.has(persons.indexOf(person))
    })
    expect(again, 'settled messages').toEqual([])
    await socket.close()
  }
}

/** Mailboxes in memory that answer slowly, as remote ones do, and record the messages they accept. */
function createSlowStore(): { store: RelayStore; taken: Map<string, string[]> } {
  const limits = { messagesPerTopic: 1_000, bytesPerTopic: 2 ** 20, topicsPerClient: 1_000 }
  const memory = createMemoryRelayStore({ limits, clock: systemClock })
  const taken = new Map<string, string[]>()
  const someTurns = async () => {
    for (let turn = 0; turn < 4; turn += 1) await new Promise((resolve) => setImmediate(resolve))
  }
  const store: RelayStore = {
    ...memory,
    publish: async (message) => {
      taken.set(message.topic, [...(taken.get(message.topic) ?? []), message.message])
      const outcome = await memory.publish(message)
      await someTurns()
      return outcome
    },
    read: async (options) => {
      const messages = await memory.read(options)
      await someTurns()
      return messages
    },
    acknowledge: async (options) => {
      await someTurns()
      await memory.acknowledge(options)
    },
  }
  return { store, taken }
}

test('behavior: despite dying sockets, lost replies and relay restarts, every message arrives, in order, and never at its sender', async () => {
  const { store, taken } = createSlowStore()
  const relay = await startTestRelay({ store, limits: { messagesPerSecond: 1e6, burst: 1e6 } })
  await fc.assert(
    fc.asyncProperty(fc.array(someStep, { minLength: 5, maxLength: 40 }), (steps) => run(relay, taken, steps)),
    { numRuns: 40 },
  )
  await relay.stop()
})

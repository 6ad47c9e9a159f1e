import { randomBytes } from 'node:crypto'
import { createLossPeer } from './LossPeer.ts'
import type { RelayProcess } from './startRelayProcess.ts'

/** The fate of the messages. */
export type LossReport = {
  /** The relay answered `true`. */
  acknowledged: number
  delivered: number
  /** Acknowledged and never delivered, though their time had not passed. */
  lost: number
  /** Acknowledged, and over before their subscriber came back. */
  expired: number
  /** Delivered when their time was over. */
  late: number
  /** First deliveries that came after one that was sent when they were acknowledged already. */
  disordered: number
  /** Deliveries of a message that had come before. */
  repeated: number
  kills: number
  seconds: number
}

type Topic = {
  topic: string
  /** When each message was first sent, in milliseconds of this process. */
  sentAt: Map<number, number>
  acknowledged: Map<number, { ttl: number; at: number }>
  seen: Set<number>
  newest: number
}

/**
 * Sends messages through relays that are killed in turn, to subscribers that come and go, and counts.
 *
 * @param options.processes each knows how to be killed and started again on its port
 */
export async function runLoss({
  processes,
  audience,
  messages,
  topics: topicCount = 100,
  killEvery = 1_500,
  rate = 2_500,
}: {
  processes: readonly { url: string; kill: () => Promise<void>; start: () => Promise<RelayProcess> }[]
  audience: string
  messages: number
  topics?: number
  /** Milliseconds from a relay's start to the next kill. */
  killEvery?: number
  /** Messages a second on all topics, so that there is time for many kills. */
  rate?: number
}): Promise<LossReport> {
  const urls = processes.map(({ url }) => url)
  const began = performance.now()
  let [late, disordered, repeated, kills] = [0, 0, 0, 0]
  let stopped = false

  const topics: Topic[] = Array.from({ length: topicCount }, () => ({
    topic: randomBytes(32).toString('hex'),
    sentAt: new Map(),
    acknowledged: new Map(),
    seen: new Set(),
    newest: -1,
  }))
  const byName = new Map(topics.map((topic) => [topic.topic, topic]))
  const filling = randomBytes(300).toString('base64')
  const onMessage = ({
    topic: name,
    message,
    publishedAt,
  }: {
    topic: string
    message: string
    publishedAt: number
  }) => {
    const topic = byName.get(name)
    if (!topic) throw new Error('The relay delivered a topic without a subscription')
    const [index = Number.NaN, ttl = 0] = message.split('.', 2).map(Number)
    // The relay uses its clock at the time of sending; a message on the wire may arrive a little later.
    if (Date.now() > publishedAt + ttl * 1000 + 500) late++
    if (topic.seen.has(index)) repeated++
    else {
      topic.seen.add(index)
      // Concurrent messages may change their order when a relay dies. A message sent after the acknowledgment of another may not.
      const acknowledgedAt = topic.acknowledged.get(index)?.at ?? Number.POSITIVE_INFINITY
      if (index < topic.newest && acknowledgedAt < (topic.sentAt.get(topic.newest) ?? 0)) disordered++
      topic.newest = Math.max(topic.newest, index)
    }
  }

  // Ten topics to a subscriber. Every second one stays; the others leave and come back all the time.
  const subscribers = Array.from({ length: topicCount / 10 }, (_, group) => {
    const own = topics.slice(group * 10, group * 10 + 10).map(({ topic }) => topic)
    return createLossPeer({
      urls,
      audience,
      onMessage,
      onOpen: () => [{ method: 'irn_batchSubscribe', params: { topics: own } }],
    })
  })
  const comeAndGo = async () => {
    const restless = subscribers.filter((_, index) => index % 2 === 1)
    await Promise.all(
      restless.map(async (subscriber, index) => {
        while (!stopped) {
          await pause(400 + 150 * index)
          subscriber.leave()
          await pause(1_200)
          subscriber.join()
        }
      }),
    )
  }
  const kill = async () => {
    for (let turn = 0; !stopped; turn++) {
      await pause(killEvery)
      if (stopped) return
      const target = processes[turn % processes.length]
      await target?.kill()
      kills++
      await target?.start()
    }
  }

  const publish = async (topic: Topic, from: number, count: number) => {
    const publisher = createLossPeer({ urls, audience, onMessage })
    const send = async (index: number) => {
      // One in twenty lives a second only: some of those are over before their subscriber is back.
      const ttl = index % 20 === 19 ? 1 : 3600
      const message = `${index}.${ttl}.${filling}`
      topic.sentAt.set(index, performance.now())
      await publisher.call({
        method: 'irn_publish',
        params: { topic: topic.topic, message, ttl, tag: 1108, prompt: false },
      })
      topic.acknowledged.set(index, { ttl, at: performance.now() })
    }
    // Four under way at once, sent in order.
    const under = new Set<Promise<void>>()
    for (let index = from; index < from + count; index++) {
      const due = began + (index / rate) * topicCount * 1000 - performance.now()
      if (due > 0) await pause(due)
      const sent = send(index).finally(() => under.delete(sent))
      under.add(sent)
      if (under.size >= 4) await Promise.race(under)
    }
    await Promise.all(under)
    publisher.end()
  }

  const chaos = [comeAndGo(), kill()]
  const each = Math.ceil(messages / topicCount)
  // All topics at once, one publisher each.
  await Promise.all(topics.map((topic) => publish(topic, 0, each)))
  stopped = true
  await Promise.all(chaos)
  for (const subscriber of subscribers) subscriber.join()

  const missing = () =>
    topics.flatMap((topic) => [...topic.acknowledged].filter(([index, { ttl }]) => ttl > 60 && !topic.seen.has(index)))
      .length
  for (const deadline = performance.now() + 30_000; missing() > 0 && performance.now() < deadline; ) await pause(50)
  const acknowledged = topics.reduce((sum, topic) => sum + topic.acknowledged.size, 0)
  const delivered = topics.reduce((sum, topic) => sum + topic.seen.size, 0)
  const lost = missing()
  for (const subscriber of subscribers) subscriber.end()
  return {
    acknowledged,
    delivered,
    lost,
    expired: acknowledged - delivered - lost,
    late,
    disordered,
    repeated,
    kills,
    seconds: (performance.now() - began) / 1000,
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

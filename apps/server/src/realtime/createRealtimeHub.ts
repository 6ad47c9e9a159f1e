import { randomBytes } from 'node:crypto'
import type { Topic } from '@latchkey/protocol'
import type { RealtimeEvent } from '@latchkey/protocol/api'
import { Gauge } from 'prom-client'
import { announcementChannel } from '../chains/announcement.ts'
import { nameChannel } from '../names/registry/nameNews.ts'
import { orderChannel } from '../onramp/orders/orderNews.ts'
import type { Context } from '../platform/context.ts'
import { type News, readAnnouncement, readNameChange, readOrderChange } from './readNews.ts'

/** One connection that follows topics. A consumer that cannot keep up closes itself; the hub does not wait for anybody. */
export type Subscriber = {
  send: (event: { id: string; data: string }) => void
  /** The events since the point of resumption are gone: read everything again. */
  resync: (options: { id: string }) => void
  /** A sign of life is due: who listens can tell a quiet server from one that hangs. */
  beat: () => void
  /** The server ends. */
  end: () => void
}

/** Brings announcements of the bus to those who follow their topics. */
export type RealtimeHub = {
  /**
   * Follows topics. First sends the events since `lastEventId`, or without it those of the last `lookback` seconds.
   *
   * @returns ends it
   */
  subscribe: (options: {
    topics: readonly Topic[]
    /** The network address of whoever listens; those without one are one together. */
    owner?: string | undefined
    lastEventId?: string | undefined
    lookback?: number | undefined
    subscriber: Subscriber
  }) => () => void
  size: () => number
  /** Milliseconds between two signs of life. */
  heartbeat: number
  close: () => Promise<void>
}

/** Entries (accounts, tokens) of announcements that are kept for those who come back. */
const memory = 50_000
const heartbeat = 10_000

/**
 * Starts the hub. Event ids are of this process: whoever resumes at another one, or after a restart, is told to resync.
 *
 * @param options.follow told of each topic that somebody begins to listen to, and who; what it returns, when they do not any more
 * @param options.memory entries kept for resuming (default 50,000)
 * @param options.heartbeat milliseconds between signs of life (default 10,000)
 * @param options.now monotonic time in milliseconds
 */
export async function createRealtimeHub({
  context: { bus, log, metrics },
  follow = () => () => {},
  memory: capacity = memory,
  heartbeat: interval = heartbeat,
  now = () => performance.now(),
}: {
  context: Pick<Context, 'bus' | 'log' | 'metrics'>
  follow?: (topic: Topic, owner: string) => () => void
  memory?: number
  heartbeat?: number
  now?: () => number
}): Promise<RealtimeHub> {
  const epoch = randomBytes(4).toString('hex')
  const byTopic = new Map<string, Set<Subscriber>>()
  const subscribers = new Set<Subscriber>()
  const past: { sequence: number; at: number; news: News }[] = []
  /** `past` holds every announcement after this time (milliseconds, monotonic). */
  let completeSince = now()
  let remembered = 0
  let sequence = 0
  let closed = false

  new Gauge({
    name: 'latchkey_realtime_subscribers',
    help: 'Connections that follow the event stream',
    registers: [metrics],
    collect() {
      this.set(subscribers.size)
    },
  })

  /** Of one event of an announcement; of the whole announcement without a place. */
  const idOf = (number: number, place?: number) => `${epoch}-${number}${place === undefined ? '' : `.${place}`}`

  const remember = (news: News) => {
    past.push({ sequence, at: now(), news })
    remembered += news.size
    while (remembered > capacity) {
      const oldest = past.shift()
      if (!oldest) break
      remembered -= oldest.news.size
      completeSince = oldest.at
    }
  }

  const receive = (read: (message: string) => News) => (message: string) => {
    let news: News
    try {
      news = read(message)
    } catch (error) {
      log.error({ err: error }, 'An announcement was unreadable')
      return
    }
    sequence += 1
    remember(news)
    let place = 0
    for (const event of news.events()) {
      const followers = byTopic.get(event.topic)
      if (followers) deliver(event, followers, idOf(sequence, place))
      place += 1
    }
  }

  const deliver = (event: RealtimeEvent, followers: Iterable<Subscriber>, id: string) => {
    const data = JSON.stringify(event)
    for (const follower of [...followers]) follower.send({ id, data })
  }

  const resume = (lastEventId: string, topics: ReadonlySet<string>, subscriber: Subscriber) => {
    const [, theirEpoch, number, seen] = /^([0-9a-f]+)-(\d{1,15})(?:\.(\d{1,15}))?$/.exec(lastEventId) ?? []
    const last = Number(number)
    const first = past[0]?.sequence ?? sequence + 1
    if (theirEpoch !== epoch || last < first - 1 || last > sequence) {
      subscriber.resync({ id: idOf(sequence) })
      return
    }
    for (const { sequence: at, news } of past) {
      if (at < last) continue
      let place = 0
      for (const event of news.events()) {
        // A connection may break between two events of one announcement.
        const isMissed = at > last || (seen !== undefined && place > Number(seen))
        if (isMissed && topics.has(event.topic)) deliver(event, [subscriber], idOf(at, place))
        place += 1
      }
    }
  }

  /** Sends what was announced between the first read of a page and the opening of its stream. */
  const catchUp = (lookback: number, topics: ReadonlySet<string>, subscriber: Subscriber) => {
    const from = now() - lookback * 1000
    if (from < completeSince) {
      subscriber.resync({ id: idOf(sequence) })
      return
    }
    for (const { sequence: number, at, news } of past) {
      if (at < from) continue
      let place = 0
      for (const event of news.events()) {
        if (topics.has(event.topic)) deliver(event, [subscriber], idOf(number, place))
        place += 1
      }
    }
  }

  /** What was announced meanwhile is unknown: everybody reads again, and nobody resumes across it. */
  const skip = () => {
    sequence += 1
    past.length = 0
    remembered = 0
    completeSince = now()
    for (const subscriber of [...subscribers]) subscriber.resync({ id: idOf(sequence) })
  }

  const ends = [
    await bus.subscribe(announcementChannel, receive(readAnnouncement), skip),
    await bus.subscribe(nameChannel, receive(readNameChange), skip),
    await bus.subscribe(orderChannel, receive(readOrderChange), skip),
  ]
  const timer = setInterval(() => {
    for (const subscriber of [...subscribers]) subscriber.beat()
  }, interval)
  timer.unref()

  return {
    subscribe: ({ topics, owner = '', lastEventId, lookback, subscriber }) => {
      if (closed) {
        subscriber.end()
        return () => {}
      }
      const wanted = new Set<Topic>(topics)
      if (lastEventId !== undefined) resume(lastEventId, wanted, subscriber)
      else if (lookback !== undefined) catchUp(lookback, wanted, subscriber)
      subscribers.add(subscriber)
      const ends = [...wanted].map((topic) => follow(topic, owner))
      for (const topic of wanted) {
        const followers = byTopic.get(topic) ?? new Set()
        followers.add(subscriber)
        byTopic.set(topic, followers)
      }
      return () => {
        subscribers.delete(subscriber)
        for (const end of ends.splice(0)) end()
        for (const topic of wanted) {
          const followers = byTopic.get(topic)
          if (!followers?.delete(subscriber) || followers.size > 0) continue
          byTopic.delete(topic)
        }
      }
    },
    size: () => subscribers.size,
    heartbeat: interval,
    close: async () => {
      closed = true
      clearInterval(timer)
      for (const subscriber of [...subscribers]) subscriber.end()
      for (const end of ends) await end()
    },
  }
}

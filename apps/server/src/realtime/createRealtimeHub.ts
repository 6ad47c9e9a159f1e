import { randomBytes } from 'node:crypto'
import type { Topic } from '@latchkey/protocol'
import type { RealtimeEvent } from '@latchkey/protocol/api'
import { Gauge } from 'prom-client'
import { announcementChannel } from '../chains/announcement.ts'
import { nameChannel } from '../names/registry/nameNews.ts'
import { orderChannel } from '../onramp/orders/orderNews.ts'
import type { Context } from '../platform/context.ts'
import { type News, readAnnouncement, readNameChange, readOrderChange } from './readNews.ts'

/** One connection that follows topics. A slow consumer must close itself, because the hub does not wait. */
export type Subscriber = {
  send: (event: { id: string; data: string }) => void
  /** Called if the events since the resume point are gone, so that everything must be read again. */
  resync: (options: { id: string }) => void
  /** Called when a heartbeat is due, which distinguishes a quiet server from a hanging one. */
  beat: () => void
  /** Called at the shutdown of the server. */
  end: () => void
}

/** Forwards announcements of the bus to the followers of their topics. */
export type RealtimeHub = {
  /**
   * Follows topics. First sends the events since `lastEventId`, or without it those of the last `lookback` seconds.
   *
   * @returns a function that ends it
   */
  subscribe: (options: {
    topics: readonly Topic[]
    /** IP address of the listener. Listeners without one count as one. */
    owner?: string | undefined
    lastEventId?: string | undefined
    lookback?: number | undefined
    subscriber: Subscriber
  }) => () => void
  size: () => number
  /** Milliseconds between two heartbeats. */
  heartbeat: number
  close: () => Promise<void>
}

/** Entries (accounts, tokens) of announcements that are kept for reconnecting listeners. */
const memory = 50_000
const heartbeat = 10_000

/**
 * Starts the hub. Event ids belong to this process. A listener that resumes at another process, or after a restart, has to resync.
 *
 * @param options.follow called for each new topic with its listener; the returned function is called when the listener stops
 * @param options.memory entries kept for resuming (default 50,000)
 * @param options.heartbeat milliseconds between heartbeats (default 10,000)
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

  /** Returns the id of one event of an announcement, or of the whole announcement without a place. */
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
      log.error({ err: error }, 'Reading an announcement from the bus failed')
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

  /** Sends the remembered events of these topics, from the announcements in `news`, except those that were `sent`. */
  const replay = (
    news: Iterable<(typeof past)[number]>,
    topics: ReadonlySet<string>,
    subscriber: Subscriber,
    sent: (number: number, place: number) => boolean = () => false,
  ) => {
    for (const { sequence: number, news: one } of news) {
      let place = 0
      for (const event of one.events()) {
        if (topics.has(event.topic) && !sent(number, place)) deliver(event, [subscriber], idOf(number, place))
        place += 1
      }
    }
  }

  const resume = (lastEventId: string, topics: ReadonlySet<string>, subscriber: Subscriber) => {
    const [, theirEpoch, number, seen] = /^([0-9a-f]+)-(\d{1,15})(?:\.(\d{1,15}))?$/.exec(lastEventId) ?? []
    const last = Number(number)
    const first = past[0]?.sequence ?? sequence + 1
    if (theirEpoch !== epoch || last < first - 1 || last > sequence) {
      subscriber.resync({ id: idOf(sequence) })
      return
    }
    const since = past.filter((entry) => entry.sequence >= last)
    // A connection can break between two events of one announcement.
    replay(since, topics, subscriber, (at, place) => at === last && (seen === undefined || place <= Number(seen)))
  }

  /** Sends the events between the first read of a page and the opening of its stream. */
  const catchUp = (lookback: number, topics: ReadonlySet<string>, subscriber: Subscriber) => {
    const from = now() - lookback * 1000
    if (from < completeSince) {
      subscriber.resync({ id: idOf(sequence) })
      return
    }
    const since = past.filter(({ at }) => at >= from)
    replay(since, topics, subscriber)
  }

  /** Announcements were missed: every listener reads again, and resumption does not cross this gap. */
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

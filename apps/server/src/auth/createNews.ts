import { randomUUID } from 'node:crypto'
import type { Context } from '../platform/context.ts'

/** Tells those who wait that something changed: a session ended, a device was approved. Carries names only, never contents. */
export type News = {
  /** Wakes everybody who waits for the topic, in every process. Call it after the commit. */
  publish: (topic: string) => Promise<void>
  /** Told of every topic; for what remembers answers. In the process that publishes it is told before `publish` returns. */
  listen: (listener: (topic: string) => void) => void
  /**
   * Looks at once, and again after each message, until there is an answer.
   *
   * @param options.topics the first one names who waits: eight at most wait under one name. The others may be shared by many
   * @param options.timeout seconds (default 25)
   * @returns undefined when the time is over, the caller is gone or the server ends
   */
  waitFor: <Value>(options: {
    topics: readonly string[]
    check: () => Promise<Value | undefined>
    signal?: AbortSignal | undefined
    timeout?: number
  }) => Promise<Value | undefined>
}

const channel = 'wallet'

/** Those who wait under one name; beyond it the one who waited longest is let go, so that nobody can pile up connections. */
const maxWaiting = 8

type Waiting = { wake: () => void; release: () => void }

/** Creates the news, on the bus: one subscription for the process, however many wait. */
export async function createNews({
  context: { bus, shutdown, log },
}: {
  context: Pick<Context, 'bus' | 'shutdown' | 'log'>
}): Promise<News> {
  const self = randomUUID()
  const waiting = new Map<string, Set<Waiting>>()
  const listeners: ((topic: string) => void)[] = []

  const deliver = (topic: string) => {
    for (const listener of listeners) listener(topic)
    for (const { wake } of waiting.get(topic) ?? []) wake()
  }

  const stop = await bus.subscribe(channel, (message) => {
    const split = message.indexOf(' ')
    // Ours were delivered when they were published.
    if (message.slice(0, split) !== self) deliver(message.slice(split + 1))
  })
  shutdown.add('wallet news', stop)

  const enter = (topic: string, entry: Waiting) => {
    const entries = waiting.get(topic) ?? new Set()
    waiting.set(topic, entries)
    entries.add(entry)
  }
  const leave = (topic: string, entry: Waiting) => {
    const entries = waiting.get(topic)
    entries?.delete(entry)
    if (entries?.size === 0) waiting.delete(topic)
  }

  return {
    publish: async (topic) => {
      deliver(topic)
      // The database has the truth; who missed the message sees it at the next look.
      await bus
        .publish(channel, `${self} ${topic}`)
        .catch((error) => log.warn({ err: error }, 'Other processes were not told of news'))
    },
    listen: (listener) => {
      listeners.push(listener)
    },
    waitFor: async ({ topics, check, signal, timeout = 25 }) => {
      let isOver = false
      let isNew = true
      let resume = () => {}
      const wake = () => {
        isNew = true
        resume()
      }
      const release = () => {
        isOver = true
        resume()
      }
      const entry = { wake, release }
      for (const topic of topics) enter(topic, entry)
      // Not those of a topic that many share: nine devices of one person would chase each other off for ever.
      const [name = ''] = topics
      const mine = waiting.get(name)
      if (mine && mine.size > maxWaiting) mine.values().next().value?.release()
      const timer = setTimeout(release, timeout * 1000)
      const ends = signal ? [signal, shutdown.signal] : [shutdown.signal]
      for (const end of ends) end.addEventListener('abort', release)
      try {
        while (true) {
          if (isNew) {
            isNew = false
            const value = await check()
            if (value !== undefined) return value
          }
          if (isOver || ends.some(({ aborted }) => aborted)) return undefined
          if (!isNew) {
            await new Promise<void>((resolve) => {
              resume = resolve
            })
          }
        }
      } finally {
        clearTimeout(timer)
        for (const end of ends) end.removeEventListener('abort', release)
        for (const topic of topics) leave(topic, entry)
      }
    },
  }
}

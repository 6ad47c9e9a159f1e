import { randomUUID } from 'node:crypto'
import type { Context } from '../platform/context.ts'

/** Notifies waiters of changes, such as an ended login or an approved device. Messages contain topics only, never contents. */
export type News = {
  /** Wakes all waiters of the topic, in every process. Call it after the commit. */
  publish: (topic: string) => Promise<void>
  /** Adds a listener for all topics, for caches of answers. In the publishing process it is called before `publish` returns. */
  listen: (listener: (topic: string) => void) => void
  /**
   * Runs `check` at once, and again after each message, until it returns a value.
   *
   * @param options.topics the first one identifies the waiter: at most eight wait under the same one. The others can be shared
   * @param options.timeout seconds (default 25)
   * @returns undefined after the timeout, when the caller disconnects or when the server shuts down
   */
  waitFor: <Value>(options: {
    topics: readonly string[]
    check: () => Promise<Value | undefined>
    signal?: AbortSignal | undefined
    timeout?: number
  }) => Promise<Value | undefined>
}

const channel = 'wallet'

/** Maximum of waiters with the same first topic. Beyond it the oldest is released, so that a caller cannot accumulate connections. */
const maxWaiting = 8

type Waiting = { wake: () => void; release: () => void }

/** Creates the notifications on the bus, with one subscription per process. */
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
    // Our own messages were delivered when they were published.
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
      // The database is the source of truth. A process that missed the message sees the change at its next check.
      await bus
        .publish(channel, `${self} ${topic}`)
        .catch((error) => log.warn({ err: error }, 'Failed to notify other processes of a login change'))
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
      // Only for the first topic. With a shared topic, nine devices of one user would release each other forever.
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

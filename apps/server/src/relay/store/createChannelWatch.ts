import type { RedisConnection } from './createScriptRunner.ts'

/** Maintains the subscribed channels of one connection. */
export type ChannelWatch = {
  /** Resolves when all channels are subscribed. Rejects if the connection is lost before, and forgets the new channels. */
  add: (channels: readonly string[]) => Promise<void>
  remove: (channels: readonly string[]) => void
}

type Waiter = { channels: readonly string[]; resolve: () => void; reject: (error: unknown) => void }

/**
 * Subscribes and unsubscribes channels of a connection in rounds. Changes during one round trip are sent with the next, in one command
 * each. So a channel's unsubscribe and subscribe commands can never overtake each other.
 *
 * @param options.onGap called when the connection is back: its channels are subscribed again, but messages were missed
 */
export function createChannelWatch({
  client,
  onMessage,
  onGap,
}: {
  client: RedisConnection
  onMessage: (text: string, channel: string) => void
  onGap: () => void
}): ChannelWatch {
  const wanted = new Set<string>()
  /** Subscribed channels, as far as we know. */
  const heard = new Set<string>()
  /** Subscribed channels that are no longer wanted. */
  const leaving = new Set<string>()
  let waiters: Waiter[] = []
  let running = false

  const listener = (text: string, channel: string) => {
    if (wanted.has(channel)) onMessage(text, channel)
  }

  const leave = async () => {
    const channels = [...leaving]
    leaving.clear()
    if (channels.length === 0) return
    for (const channel of channels) heard.delete(channel)
    await client.unsubscribe(channels, listener).catch(() => {
      // The client subscribes to them again after a reconnection, and then they are unsubscribed again.
      for (const channel of channels) {
        heard.add(channel)
        if (!wanted.has(channel)) leaving.add(channel)
      }
    })
  }

  const join = async () => {
    const asked = waiters
    waiters = []
    const channels = new Set(asked.flatMap((waiter) => waiter.channels.filter((channel) => wanted.has(channel))))
    const missing = [...channels].filter((channel) => !heard.has(channel))
    try {
      if (missing.length > 0) await client.subscribe(missing, listener)
      for (const channel of missing) {
        heard.add(channel)
        if (!wanted.has(channel)) leaving.add(channel)
      }
      for (const { resolve } of asked) resolve()
    } catch (error) {
      // Later callers depend on the same channels.
      refuse([...asked, ...waiters.splice(0)], error)
    }
  }

  const refuse = (refused: readonly Waiter[], error: unknown) => {
    for (const { channels, reject } of refused) {
      for (const channel of channels) if (!heard.has(channel)) wanted.delete(channel)
      reject(error)
    }
  }

  const run = async () => {
    if (running) return
    running = true
    // Other changes of this tick join the round.
    await Promise.resolve()
    while (client.isReady && (waiters.length > 0 || leaving.size > 0)) await Promise.all([leave(), join()])
    running = false
    refuse(waiters.splice(0), new Error('The connection to Redis is lost'))
  }

  client.on('ready', () => {
    void run()
    onGap()
  })

  return {
    add: (channels) => {
      for (const channel of channels) {
        wanted.add(channel)
        leaving.delete(channel)
      }
      if (channels.every((channel) => heard.has(channel))) return Promise.resolve()
      return new Promise((resolve, reject) => {
        waiters.push({ channels, resolve, reject })
        void run()
      })
    },
    remove: (channels) => {
      for (const channel of channels) {
        if (wanted.delete(channel) && heard.has(channel)) leaving.add(channel)
      }
      if (leaving.size > 0) void run()
    },
  }
}

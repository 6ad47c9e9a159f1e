import { connectRedis } from '../redis/connectRedis.ts'
import type { Bus } from './Bus.ts'

/** Separates the channels from those of other programs on the same Redis. */
const prefix = 'latchkey:'

/**
 * Creates a bus between processes on Redis publish/subscribe. Subscriptions resume after a lost connection, and `onGap` is called. Messages
 * published meanwhile are lost.
 */
export async function createRedisBus({
  url,
  onError = () => {},
}: {
  url: string
  onError?: (error: Error) => void
}): Promise<Bus> {
  const publisher = await connectRedis({ url, onError })
  const subscriber = await connectRedis({ url, onError })
  const gaps = new Set<() => void>()
  // Registered after the first connection, so that every `ready` event means a reconnection.
  subscriber.on('ready', () => {
    for (const onGap of gaps) onGap()
  })
  let closed: Promise<void> | undefined

  return {
    publish: async (channel, message) => {
      await publisher.publish(prefix + channel, message)
    },
    subscribe: async (channel, listener, onGap = () => {}) => {
      // Wrap the listener, so that one function can subscribe twice.
      const entry = (message: string) => listener(message)
      await subscriber.subscribe(prefix + channel, entry)
      const tell = () => onGap()
      gaps.add(tell)
      return async () => {
        gaps.delete(tell)
        if (subscriber.isOpen) await subscriber.unsubscribe(prefix + channel, entry)
      }
    },
    ping: async () => {
      const start = performance.now()
      await publisher.ping()
      if (!subscriber.isReady) throw new Error('The subscription connection to Redis is lost')
      return performance.now() - start
    },
    close: () => {
      closed ??= Promise.resolve().then(() => {
        if (subscriber.isOpen) subscriber.destroy()
        if (publisher.isOpen) publisher.destroy()
      })
      return closed
    },
  }
}

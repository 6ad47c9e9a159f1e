import { connectRedis } from '../redis/connectRedis.ts'
import type { Bus } from './Bus.ts'

/** Keeps the channels apart from those of other programs on the same Redis. */
const prefix = 'latchkey:'

/**
 * A bus between processes, over Redis publish/subscribe. Subscriptions come back by themselves after a lost connection, and are told;
 * what was published meanwhile is lost, as the port says.
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
  // The connection stands now, so that every further time it is ready it was lost before.
  subscriber.on('ready', () => {
    for (const onGap of gaps) onGap()
  })
  let closed: Promise<void> | undefined

  return {
    publish: async (channel, message) => {
      await publisher.publish(prefix + channel, message)
    },
    subscribe: async (channel, listener, onGap = () => {}) => {
      // A wrapper, so that one function may be subscribed twice.
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

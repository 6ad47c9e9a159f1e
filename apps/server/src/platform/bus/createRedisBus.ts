import { connectRedis } from '../redis/connectRedis.ts'
import type { Bus } from './Bus.ts'

/** Keeps the channels apart from those of other programs on the same Redis. */
const prefix = 'latchkey:'

/**
 * A bus between processes, over Redis publish/subscribe. Subscriptions come back by themselves after a lost connection;
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
  let closed: Promise<void> | undefined

  return {
    publish: async (channel, message) => {
      await publisher.publish(prefix + channel, message)
    },
    subscribe: async (channel, listener) => {
      // A wrapper, so that one function may be subscribed twice.
      const entry = (message: string) => listener(message)
      await subscriber.subscribe(prefix + channel, entry)
      return async () => {
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

import { createClient } from 'redis'

/**
 * Connects to Redis 7 or Valkey. A connection that is lost later comes back by itself; while it is away commands fail at
 * once instead of waiting in a queue, so that callers can say so.
 *
 * @param options.url `redis://…` or `rediss://…`
 * @param options.onError told about every lost connection
 * @throws Error with a sentence when it cannot be reached now
 */
export async function connectRedis({ url, onError }: { url: string; onError: (error: Error) => void }) {
  let connected = false
  const client = createClient({
    url,
    disableOfflineQueue: true,
    socket: {
      connectTimeout: 5_000,
      // The first connection must stand or fail now; a later one is retried, less and less often.
      reconnectStrategy: (retries, cause) => (connected ? Math.min(50 * 2 ** retries, 2_000) : cause),
    },
  })
  client.on('error', onError)
  await client.connect().catch((error: NodeJS.ErrnoException) => {
    // A name with several addresses fails with a list of errors, which has a code but no words.
    const reason = error.message || error.code
    throw new Error(`Redis cannot be reached at ${new URL(url).host}: ${reason}`, { cause: error })
  })
  connected = true
  return client
}

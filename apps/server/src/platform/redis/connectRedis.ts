import { createClient } from 'redis'

/**
 * Connects to Redis 7 or Valkey. A connection that is lost later comes back by itself; while it is away commands fail at
 * once instead of waiting in a queue, so that callers can say so. A server that hangs closes nothing: it is asked for a sign of life, and
 * one that gives none counts as lost.
 *
 * @param options.url `redis://…` or `rediss://…`
 * @param options.patience milliseconds of silence after which it counts as lost (default 10,000)
 * @param options.onError told about every lost connection
 * @throws Error with a sentence when it cannot be reached now
 */
export async function connectRedis({
  url,
  patience = 10_000,
  onError,
}: {
  url: string
  patience?: number
  onError: (error: Error) => void
}) {
  let connected = false
  const client = createClient({
    url,
    disableOfflineQueue: true,
    pingInterval: patience / 3,
    socket: {
      connectTimeout: 5_000,
      socketTimeout: patience,
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

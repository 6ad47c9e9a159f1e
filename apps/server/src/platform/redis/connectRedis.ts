import { createClient } from 'redis'

/**
 * Connects to Redis 7 or Valkey. A lost connection is reopened automatically. Until then commands fail at once instead of waiting in a
 * queue, so that callers can report it. A hanging server does not close its connections, so the client pings it. A server that does not
 * answer counts as lost.
 *
 * @param options.url `redis://…` or `rediss://…`
 * @param options.patience milliseconds without an answer after which it counts as lost (default 10,000)
 * @param options.onError called for every lost connection
 * @throws Error with a sentence if it cannot be reached now
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
      // The first connection must succeed or fail now. Later ones are retried with growing pauses.
      reconnectStrategy: (retries, cause) => (connected ? Math.min(50 * 2 ** retries, 2_000) : cause),
    },
  })
  client.on('error', onError)
  await client.connect().catch((error: NodeJS.ErrnoException) => {
    // A name with several addresses fails with a list of errors, which has a code but no message.
    const reason = error.message || error.code
    if (/^(NOAUTH|WRONGPASS)\b/.test(error.message))
      throw new Error(
        `Redis at ${new URL(url).host} refuses the password of REDIS_URL (redis.url), or needs one. Set it: redis://:password@host:6379`,
        { cause: error },
      )
    throw new Error(
      `Redis cannot be reached at ${new URL(url).host}: ${reason}. Start it, or correct REDIS_URL (redis.url).`,
      { cause: error },
    )
  })
  connected = true
  return client
}

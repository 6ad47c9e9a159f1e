import { findRedis, startRedis as startOwn } from '../../../../scripts/services/redis.mjs'

/** A Redis server for one test file. */
export type TestRedis = {
  url: string
  skip?: undefined
  /** Of one of our own. */
  pid?: number | undefined
  stop?: () => Promise<void>
}

/** Why there is none. */
export type NoTestRedis = { skip: string; stop?: undefined }

/**
 * Finds a Redis server: the one of `REDIS_URL`, else a temporary one from the installed binary.
 *
 * @param options.own start one of our own in any case, for tests that stop it; on `port` when given
 */
export async function startRedis({
  own = false,
  port,
}: {
  own?: boolean
  port?: number
} = {}): Promise<TestRedis | NoTestRedis> {
  if (process.env.REDIS_URL && !own) return { url: process.env.REDIS_URL }
  if (!findRedis()) return { skip: 'no REDIS_URL and no redis-server' }
  return startOwn(port === undefined ? {} : { port })
}

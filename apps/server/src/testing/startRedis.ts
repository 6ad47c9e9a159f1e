import { findRedis, startRedis as startOwn } from '../../../../scripts/services/redis.mjs'

/** A Redis server for one test file. */
export type TestRedis = {
  url: string
  skip?: undefined
  /** Process of a temporary server. */
  pid?: number | undefined
  stop?: () => Promise<void>
}

/** Reason why there is none. */
export type NoTestRedis = { skip: string; stop?: undefined }

/**
 * Returns a Redis server: that of `REDIS_URL`, else a temporary one from the installed binary.
 *
 * @param options.own always starts a temporary one, for tests that stop it; on `port` if given
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

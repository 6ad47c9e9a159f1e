import { ServiceError } from '@latchkey/protocol/errors'
import type { Logger } from 'pino'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { ServerConfig } from '../config/ServerConfig.ts'
import { connectRedis } from '../redis/connectRedis.ts'
import type { RouteClass } from './App.ts'

/** Counts requests per key and route class. */
export type RateLimits = {
  /**
   * @param options.cost cost of the request (default 1)
   * @throws LatchkeyError `rate_limited`, with the seconds until the next request is accepted
   */
  consume: (options: { routeClass: RouteClass; key: string; cost?: number | undefined }) => Promise<void>
  close: () => Promise<void>
}

/** Seconds of the window. */
const duration = 60

/**
 * Creates the rate limits. Processes share them through Redis if it is configured. Without a Redis connection each process counts
 * separately, so an outage neither disables the limits nor blocks requests.
 */
export async function createRateLimits({
  config: { limits, redis },
  log,
}: {
  config: Pick<ServerConfig, 'redis'> & { limits: Pick<ServerConfig['limits'], 'readPerMinute' | 'rpcPerMinute'> }
  log: Logger
}): Promise<RateLimits> {
  const client = redis.url
    ? await connectRedis({
        url: redis.url,
        onError: (error) => log.warn({ err: error }, 'Redis connection failed, counting in this process'),
      })
    : undefined

  const create = (name: RouteClass, points: number) => {
    const memory = new RateLimiterMemory({ keyPrefix: name, points, duration })
    if (!client) return memory
    return new RateLimiterRedis({
      storeClient: client,
      useRedisPackage: true,
      keyPrefix: `latchkey:limit:${name}`,
      points,
      duration,
      // Callers beyond the limit are rejected from memory, so that a flood does not reach Redis.
      inMemoryBlockOnConsumed: points,
      insuranceLimiter: memory,
    })
  }
  const limiters = { read: create('read', limits.readPerMinute), rpc: create('rpc', limits.rpcPerMinute) }

  return {
    consume: async ({ routeClass, key, cost = 1 }) => {
      try {
        await limiters[routeClass].consume(key, cost)
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal
        const seconds = Math.ceil(refusal.msBeforeNext / 1000)
        throw new ServiceError('rate_limited', {
          message: `Too many requests: try again in ${seconds} seconds`,
          retryAfter: seconds,
        })
      }
    },
    close: async () => {
      if (client?.isOpen) client.destroy()
    },
  }
}

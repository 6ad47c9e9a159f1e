import type { Clock } from '../clock/Clock.ts'
import type { ServerConfig } from '../config/ServerConfig.ts'
import { createMemoryKv } from './createMemoryKv.ts'
import { createRedisKv } from './createRedisKv.ts'
import type { Kv } from './Kv.ts'

/** Creates the key-value store that the configuration names: Redis if `redis.url` is set, else in-process. */
export async function createKv({
  config,
  clock,
  onError,
}: {
  config: Pick<ServerConfig, 'redis'>
  clock: Clock
  onError?: (error: Error) => void
}): Promise<Kv> {
  const { url } = config.redis
  return url ? createRedisKv({ url, ...(onError ? { onError } : {}) }) : createMemoryKv({ clock })
}

import type { ServerConfig } from '../config/ServerConfig.ts'
import type { Bus } from './Bus.ts'
import { createMemoryBus } from './createMemoryBus.ts'
import { createRedisBus } from './createRedisBus.ts'

/** Creates the bus that the configuration names: Redis if `redis.url` is set, else in-process. */
export async function createBus({
  config,
  onError,
}: {
  config: Pick<ServerConfig, 'redis'>
  onError?: (error: Error) => void
}): Promise<Bus> {
  const { url } = config.redis
  return url ? createRedisBus({ url, ...(onError ? { onError } : {}) }) : createMemoryBus()
}

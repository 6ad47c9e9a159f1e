import type { ServerConfig } from '../platform/config/ServerConfig.ts'

/** Returns the storage of the relay's messages: the configured one, else Redis if there is one, else the database. */
export function relayStoreKind({
  relay,
  redis,
}: Pick<ServerConfig, 'relay' | 'redis'>): 'memory' | 'database' | 'redis' {
  return relay.store ?? (redis.url ? 'redis' : 'database')
}

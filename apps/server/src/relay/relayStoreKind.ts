import type { ServerConfig } from '../platform/config/ServerConfig.ts'

/** Where the relay's messages wait: what the configuration says, else Redis where there is one, else the database. */
export function relayStoreKind({
  relay,
  redis,
}: Pick<ServerConfig, 'relay' | 'redis'>): 'memory' | 'database' | 'redis' {
  return relay.store ?? (redis.url ? 'redis' : 'database')
}

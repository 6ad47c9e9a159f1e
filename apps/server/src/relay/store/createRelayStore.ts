import type { Clock } from '../../platform/clock/Clock.ts'
import type { ServerConfig } from '../../platform/config/ServerConfig.ts'
import type { Database } from '../../platform/db/Database.ts'
import type { RelayStore } from '../RelayStore.ts'
import { relayStoreKind } from '../relayStoreKind.ts'
import { createDatabaseRelayStore } from './createDatabaseRelayStore.ts'
import { createMemoryRelayStore } from './createMemoryRelayStore.ts'
import { createRedisRelayStore } from './createRedisRelayStore.ts'

/**
 * Creates the configured mailboxes (`relay.store`). Default: Redis if it is configured, else the database.
 *
 * @param options.database required if they are in the database
 * @param options.onError called when Redis or the database is lost
 * @throws Error with a sentence if the store is Redis and there is none
 *
 * @example
 * const store = await createRelayStore({ config, database, clock, onError: (error) => log.warn({ err: error }, '…') })
 */
export async function createRelayStore({
  config: { relay, redis },
  database,
  clock,
  onError = () => {},
}: {
  config: Pick<ServerConfig, 'relay' | 'redis'>
  database?: Database | undefined
  clock: Clock
  onError?: (error: Error) => void
}): Promise<RelayStore> {
  const { limits } = relay
  const { url } = redis
  const kind = relayStoreKind({ relay, redis })
  if (kind === 'memory') return createMemoryRelayStore({ limits, clock })
  if (kind === 'database') {
    if (!database) throw new Error('The relay needs the database for its messages, but no database is open')
    return createDatabaseRelayStore({ database, limits, clock, onError })
  }
  if (!url) throw new Error('The relay needs Redis for its messages (relay.store), but redis.url is not set')
  return createRedisRelayStore({ url, limits, clock, onError })
}

import { randomBytes } from 'node:crypto'
import type { Clock } from '../../../platform/clock/Clock.ts'
import { createTestDatabase } from '../../../testing/createTestDatabase.ts'
import { startRedis } from '../../../testing/startRedis.ts'
import type { MailboxLimits, RelayStore } from '../../RelayStore.ts'
import { createDatabaseRelayStore } from '../createDatabaseRelayStore.ts'
import { createMemoryRelayStore } from '../createMemoryRelayStore.ts'
import { createRedisRelayStore } from '../createRedisRelayStore.ts'

/** One kind of store for a test file. */
export type StoreAdapter = {
  name: 'memory' | 'pglite' | 'postgres' | 'redis'
  /** Reason why it cannot be tested here. */
  skip?: string | undefined
  /** Opens a store on this adapter's storage. Earlier messages still exist, except in memory. */
  open: (options: { clock: Clock; limits?: MailboxLimits }) => Promise<RelayStore>
  stop: () => Promise<void>
}

/** Default limits of a relay. */
export const usualLimits: MailboxLimits = { messagesPerTopic: 500, bytesPerTopic: 1_048_576, topicsPerClient: 5_000 }

/** A topic that no other test uses. */
export const newTopic = () => randomBytes(32).toString('hex')

/** A clock that stands still at a full second until it is moved. */
export function createOwnClock(): Clock & { pass: (milliseconds: number) => void } {
  let time = Math.floor(Date.now() / 1000) * 1000
  return {
    now: () => time,
    pass: (milliseconds) => {
      time += milliseconds
    },
  }
}

/** Returns all stores that can be tested here, including PostgreSQL if `DATABASE_URL` is set. */
export async function createStoreAdapters(): Promise<StoreAdapter[]> {
  const database = async (engine: 'pglite' | 'postgres'): Promise<StoreAdapter> => {
    const connection = await createTestDatabase({ engine })
    return {
      name: engine,
      open: ({ clock, limits = usualLimits }) =>
        createDatabaseRelayStore({ database: connection.database, clock, limits }),
      stop: connection.close,
    }
  }
  const redis = await startRedis()
  return [
    {
      name: 'memory',
      open: async ({ clock, limits = usualLimits }) => createMemoryRelayStore({ clock, limits }),
      stop: async () => {},
    },
    await database('pglite'),
    ...(process.env.DATABASE_URL ? [await database('postgres')] : []),
    {
      name: 'redis',
      skip: redis.skip,
      open: ({ clock, limits = usualLimits }) =>
        createRedisRelayStore({ url: redis.skip === undefined ? redis.url : '', clock, limits }),
      stop: async () => redis.stop?.(),
    },
  ]
}

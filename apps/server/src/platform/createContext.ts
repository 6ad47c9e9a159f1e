import { Registry } from 'prom-client'
import { createBus } from './bus/createBus.ts'
import { systemClock } from './clock/Clock.ts'
import type { ServerConfig } from './config/ServerConfig.ts'
import type { Context } from './context.ts'
import { createDatabase } from './db/createDatabase.ts'
import type { DatabaseConnection } from './db/Database.ts'
import { createKv } from './kv/createKv.ts'
import { createLog } from './log/createLog.ts'
import { createShutdown } from './shutdown/createShutdown.ts'

/** A context, together with the database connection that only the process needs. */
export type ServerContext = { context: Context; connection: DatabaseConnection }

/**
 * Opens the shared parts of the server. `context.shutdown.run(…)` closes them. If one fails to open, the parts already open are closed
 * before the error is thrown.
 *
 * @param options.migrate `require` for a command that must not create the schema; default: by the role
 * @param options.onLost called when a required part breaks down permanently; the process must end then
 * @throws LatchkeyError `data_folder_locked` if another process uses the data folder
 */
export async function createContext({
  config,
  migrate,
  onLost,
}: {
  config: ServerConfig
  migrate?: 'require'
  onLost?: ((error: Error) => void) | undefined
}): Promise<ServerContext> {
  const log = createLog({ config })
  const shutdown = createShutdown({ log })
  const clock = systemClock
  try {
    const connection = await createDatabase({ config, migrate, onLost })
    shutdown.add('database', connection.close)
    const onError = (error: Error) => log.warn({ err: error }, 'Redis connection failed, reconnecting')
    const bus = await createBus({ config, onError })
    shutdown.add('bus', bus.close)
    const kv = await createKv({ config, clock, onError })
    shutdown.add('key-value store', kv.close)
    const context: Context = {
      config,
      database: connection.database,
      bus,
      kv,
      log,
      metrics: new Registry(),
      clock,
      shutdown,
    }
    return { context, connection }
  } catch (error) {
    await shutdown.run('a part did not open')
    throw error
  }
}

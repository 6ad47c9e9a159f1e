import type { ServerConfig } from '../config/ServerConfig.ts'
import { createPGlite } from './createPGlite.ts'
import { createPostgres } from './createPostgres.ts'
import type { DatabaseConnection } from './Database.ts'

/**
 * Opens the database that the configuration names, and brings its schema up to date; processes of one role only require that it is.
 *
 * @param options.onLost told when the embedded database broke down for good; PostgreSQL comes back by itself
 * @throws LatchkeyError `database_outdated`; `data_folder_locked` when another process uses the embedded database's folder
 */
export function createDatabase({
  config,
  onLost,
}: {
  config: Pick<ServerConfig, 'database' | 'dataFolder' | 'role'>
  onLost?: ((error: Error) => void) | undefined
}): Promise<DatabaseConnection> {
  const { url } = config.database
  // A process of one role has a database role that may change rows, not tables.
  return url
    ? createPostgres({ url, migrate: config.role === 'all' || 'require' })
    : createPGlite({ dataFolder: config.dataFolder, onLost })
}

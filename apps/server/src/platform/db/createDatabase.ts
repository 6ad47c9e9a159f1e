import type { ServerConfig } from '../config/ServerConfig.ts'
import { createPGlite } from './createPGlite.ts'
import { createPostgres } from './createPostgres.ts'
import type { DatabaseConnection } from './Database.ts'

/**
 * Opens the database that the configuration names, and migrates its schema. A process with the role `wallet` or `api` only requires an
 * up-to-date schema.
 *
 * @param options.migrate `require` only requires an up-to-date schema of PostgreSQL; default: by the role
 * @param options.onLost called when the embedded database breaks down permanently; PostgreSQL connections recover automatically
 * @throws LatchkeyError `database_outdated`; `data_folder_locked` if another process uses the embedded database's folder
 */
export function createDatabase({
  config,
  migrate,
  onLost,
}: {
  config: Pick<ServerConfig, 'database' | 'dataFolder' | 'role'>
  migrate?: 'require' | undefined
  onLost?: ((error: Error) => void) | undefined
}): Promise<DatabaseConnection> {
  const { url } = config.database
  // A process with the role `wallet` or `api` has a database role that can change rows, but not tables.
  return url
    ? createPostgres({ url, migrate: migrate ?? (config.role === 'all' || 'require') })
    : createPGlite({ dataFolder: config.dataFolder, onLost })
}

import type { ServerConfig } from '../config/ServerConfig.ts'
import { createPGlite } from './createPGlite.ts'
import { createPostgres } from './createPostgres.ts'
import type { DatabaseConnection } from './Database.ts'

/**
 * Opens the database that the configuration names, and brings its schema up to date.
 *
 * @param options.onLost told when the embedded database broke down for good; PostgreSQL comes back by itself
 * @throws LatchkeyError `data_folder_locked` when another process uses the embedded database's folder
 */
export function createDatabase({
  config,
  onLost,
}: {
  config: Pick<ServerConfig, 'database' | 'dataFolder'>
  onLost?: ((error: Error) => void) | undefined
}): Promise<DatabaseConnection> {
  const { url } = config.database
  return url ? createPostgres({ url }) : createPGlite({ dataFolder: config.dataFolder, onLost })
}

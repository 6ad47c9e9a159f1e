import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import pg from 'pg'
import type { ServerConfig } from '../platform/config/ServerConfig.ts'

/**
 * Finds the database of a command. Without `database.url` this is the embedded database, but only an existing one: a command in a shell
 * without `DATABASE_URL` must not create an empty one and report that nothing needs a key.
 *
 * @returns the name of the database for the operator, without its password
 * @throws Error with a sentence
 */
export function findDatabase({ database, dataFolder }: Pick<ServerConfig, 'database' | 'dataFolder'>): string {
  if (database.url) {
    const { host, port, database: name } = new pg.Client({ connectionString: database.url })
    return `the database "${name}" at ${host}:${port}`
  }
  const folder = resolve(dataFolder)
  if (existsSync(join(folder, 'database', 'PG_VERSION'))) return `the embedded database in ${folder}`
  throw new Error(
    `database.url: found nothing, and ${folder} has no embedded database. Set DATABASE_URL to the database of the server. If the server uses the embedded one, run the command in the server's folder, or set LATCHKEY_DATA_FOLDER.`,
  )
}

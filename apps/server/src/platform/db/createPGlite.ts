import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { DatabaseConnection } from './Database.ts'
import { lockDataFolder } from './lockDataFolder.ts'
import { migrateDatabase } from './migrateDatabase.ts'
import { PGliteStream } from './PGliteStream.ts'
import { pingPool } from './pingPool.ts'
import { startPGliteWorker } from './startPGliteWorker.ts'
import { guardTransactions } from './transactionGuard.ts'

/** An embedded database, with the operations that only it has. */
export type PGliteConnection = DatabaseConnection & {
  engine: 'pglite'
  /** Writes the whole database as an archive for `template`. */
  dump: (path: string) => Promise<void>
}

/**
 * Opens the embedded database. It survives a killed process, but not a power failure, because PGlite does not flush to the disk. Use
 * PostgreSQL in production.
 *
 * @param options.dataFolder folder of the database; default: in memory
 * @param options.template archive to restore instead of an empty database
 * @param options.migrate migrates the schema (default true)
 * @param options.onLost called when the engine breaks down; reads and writes then fail, so the process must end
 * @throws LatchkeyError `data_folder_locked` if another process uses the folder
 */
export async function createPGlite({
  dataFolder,
  template,
  migrate = true,
  onLost,
}: {
  dataFolder?: string | undefined
  template?: string | undefined
  migrate?: boolean
  onLost?: ((error: Error) => void) | undefined
} = {}): Promise<PGliteConnection> {
  if (dataFolder) makeFolder(dataFolder)
  const lock = dataFolder ? lockDataFolder({ folder: dataFolder }) : undefined
  try {
    const worker = await startPGliteWorker({
      folder: dataFolder ? join(dataFolder, 'database') : undefined,
      template,
      onLost,
    })
    // One client, because PGlite has a single database connection. The queue of the pool makes a transaction exclusive.
    const pool = new pg.Pool({ max: 1, idleTimeoutMillis: 0, ssl: false, stream: () => new PGliteStream(worker) })
    pool.on('error', () => {})
    let closed: Promise<void> | undefined
    const close = () => {
      closed ??= pool
        .end()
        .then(() => worker.close())
        .finally(() => lock?.release())
      return closed
    }
    try {
      if (migrate) await migrateDatabase({ pool })
    } catch (error) {
      await close()
      throw error
    }
    const database = drizzle(pool)
    guardTransactions({ database, pool })
    return { engine: 'pglite', database, ping: () => pingPool(pool), dump: (path) => worker.dump(path), close }
  } catch (error) {
    lock?.release()
    throw error
  }
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(
      `The folder of the embedded database cannot be created: ${reason}. Set LATCHKEY_DATA_FOLDER (dataFolder) to a folder that this user can write, or DATABASE_URL to PostgreSQL.`,
      { cause: error },
    )
  }
}

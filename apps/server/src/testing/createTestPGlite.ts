import { randomBytes } from 'node:crypto'
import { existsSync, renameSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPGlite } from '../platform/db/createPGlite.ts'
import type { DatabaseConnection } from '../platform/db/Database.ts'
import { migrationsHash } from './migrationsHash.ts'

/** A fresh, migrated PGlite in memory, for tests of PGlite alone; others take `createTestDatabase`. */
export async function createTestPGlite(): Promise<DatabaseConnection> {
  return createPGlite({ template: await pgliteTemplate(), migrate: false })
}

async function pgliteTemplate(): Promise<string> {
  const path = join(tmpdir(), `latchkey-pglite-${migrationsHash()}.tar`)
  if (existsSync(path)) return path
  const database = await createPGlite()
  // Written beside and moved: other test files may look for it at this moment.
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  await database.dump(draft)
  await database.close()
  renameSync(draft, path)
  return path
}

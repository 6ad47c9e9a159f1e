import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createPGlite } from '../platform/db/createPGlite.ts'
import { migrationsHash } from './migrationsHash.ts'

const bakeFolder = fileURLToPath(new URL('../../../../.latchkey/test-bake', import.meta.url))

/**
 * Returns a migrated database as a template for others. It is created once per set of migrations, because that takes seconds.
 *
 * @returns its paths: an archive for databases in memory, and a folder to copy
 */
export async function pgliteTemplate(): Promise<{ archive: string; folder: string }> {
  const name = `pglite-${migrationsHash()}`
  const path = join(bakeFolder, name)
  const template = { archive: join(path, 'database.tar'), folder: join(path, 'database') }
  if (existsSync(path)) return template
  mkdirSync(bakeFolder, { recursive: true })
  // Write a draft and move it, because other test files may look for it at this moment.
  const draft = join(bakeFolder, `draft-${randomBytes(6).toString('hex')}`)
  const database = await createPGlite({ dataFolder: draft })
  await database.dump(join(draft, 'database.tar'))
  await database.close()
  for (const other of readdirSync(bakeFolder))
    if (other.startsWith('pglite-') && other !== name) rmSync(join(bakeFolder, other), { recursive: true, force: true })
  try {
    renameSync(draft, path)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(path)) throw error
  }
  return template
}

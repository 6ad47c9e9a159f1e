import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { migrationsFolder } from '../platform/db/migrateDatabase.ts'

/** Returns a hash that changes with every migration. */
export function migrationsHash(): string {
  const hash = createHash('sha256').update(process.version)
  for (const name of readdirSync(migrationsFolder, { recursive: true }).map(String).sort()) {
    if (/\.(sql|json)$/.test(name)) hash.update(name).update(readFileSync(join(migrationsFolder, name)))
  }
  return hash.digest('hex').slice(0, 16)
}

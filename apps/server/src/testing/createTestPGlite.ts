import { createPGlite, type PGliteConnection } from '../platform/db/createPGlite.ts'
import { pgliteTemplate } from './pgliteTemplate.ts'

/**
 * Creates a new, migrated PGlite in memory, for tests of PGlite only. Others use `createTestDatabase`.
 *
 * @param options.onLost called when the engine breaks down
 */
export async function createTestPGlite({
  onLost,
}: {
  onLost?: (error: Error) => void
} = {}): Promise<PGliteConnection> {
  const { archive } = await pgliteTemplate()
  return createPGlite({ template: archive, migrate: false, onLost })
}

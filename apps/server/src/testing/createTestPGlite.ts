import { createPGlite, type PGliteConnection } from '../platform/db/createPGlite.ts'
import { pgliteTemplate } from './pgliteTemplate.ts'

/**
 * A fresh, migrated PGlite in memory, for tests of PGlite alone; others take `createTestDatabase`.
 *
 * @param options.onLost told when the engine broke down
 */
export async function createTestPGlite({
  onLost,
}: {
  onLost?: (error: Error) => void
} = {}): Promise<PGliteConnection> {
  const { archive } = await pgliteTemplate()
  return createPGlite({ template: archive, migrate: false, onLost })
}

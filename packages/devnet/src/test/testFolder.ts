import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Folder of the tests' shared baked state, which git ignores. */
export const testBakeFolder = fileURLToPath(new URL('../../../../.latchkey/test-bake', import.meta.url))

/** A folder of a test's own. */
export async function testFolder(): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-devnet-'))
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}

import type { SealedTable } from '../platform/crypto/SealedTable.ts'
import { rootContext } from './openSealer.ts'
import { sealingRoots } from './schema.ts'

/** Sealed columns of this capability. */
export const sealedTables: readonly SealedTable[] = [
  {
    name: 'sealing_roots.sealed_root',
    table: sealingRoots,
    key: sealingRoots.name,
    kekId: sealingRoots.kekId,
    boxes: [{ column: sealingRoots.sealedRoot, context: ({ name }) => rootContext(String(name)) }],
  },
]

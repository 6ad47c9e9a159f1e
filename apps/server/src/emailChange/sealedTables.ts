import { emailChanges } from '../auth/schema.ts'
import type { SealedTable } from '../platform/crypto/SealedTable.ts'
import { changeContext } from './changeStore.ts'

/** Sealed columns of this capability. */
export const sealedTables: readonly SealedTable[] = [
  {
    name: 'email_changes',
    table: emailChanges,
    key: emailChanges.id,
    kekId: emailChanges.kekId,
    boxes: [
      { column: emailChanges.oldSealed, context: ({ id }) => changeContext({ id: String(id), which: 'old' }) },
      { column: emailChanges.newSealed, context: ({ id }) => changeContext({ id: String(id), which: 'new' }) },
    ],
  },
]

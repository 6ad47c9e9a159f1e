import type { SealedTable } from '../platform/crypto/SealedTable.ts'
import { sessionKeyContext } from './createCoSigner.ts'
import { smartSessions } from './schema.ts'

/** Sealed columns of this capability. */
export const sealedTables: readonly SealedTable[] = [
  {
    name: 'smart_sessions.sealed_key',
    table: smartSessions,
    key: smartSessions.pci,
    kekId: smartSessions.keyKekId,
    boxes: [{ column: smartSessions.sealedKey, context: ({ pci }) => sessionKeyContext(String(pci)) }],
    of: 'smartAccounts',
  },
]

import type { SealedTable } from '../platform/crypto/SealedTable.ts'
import { attemptContext } from './attemptStore.ts'
import { loginMethodContext } from './loginMethodStore.ts'
import { authAttempts, identities } from './schema.ts'

/** Sealed columns of this capability. */
export const sealedTables: readonly SealedTable[] = [
  {
    name: 'identities.sealed_subject',
    table: identities,
    key: identities.id,
    kekId: identities.kekId,
    boxes: [{ column: identities.sealedSubject, context: ({ id }) => loginMethodContext(String(id)) }],
  },
  {
    name: 'auth_attempts.sealed_subject',
    table: authAttempts,
    key: authAttempts.id,
    kekId: authAttempts.kekId,
    boxes: [{ column: authAttempts.sealedSubject, context: ({ id }) => attemptContext(String(id)) }],
  },
]

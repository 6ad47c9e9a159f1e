import type { SealedTable } from '../platform/crypto/SealedTable.ts'
import { identityOf, secretsOf } from './attemptSecrets.ts'
import { socialAttempts } from './schema.ts'

/** Sealed columns of this capability. */
export const sealedTables: readonly SealedTable[] = [
  {
    name: 'social_attempts.sealed_secrets',
    table: socialAttempts,
    key: socialAttempts.id,
    kekId: socialAttempts.secretsKekId,
    boxes: [{ column: socialAttempts.sealedSecrets, context: ({ id }) => secretsOf(String(id)) }],
  },
  {
    name: 'social_attempts.sealed_identity',
    table: socialAttempts,
    key: socialAttempts.id,
    kekId: socialAttempts.identityKekId,
    boxes: [{ column: socialAttempts.sealedIdentity, context: ({ id }) => identityOf(String(id)) }],
  },
]

import { eq } from 'drizzle-orm'
import type { SealedTable } from '../platform/crypto/SealedTable.ts'
import { signingKeyContext } from './createSigningKeys.ts'
import type { KeyPurpose } from './KeyPlan.ts'
import { signingKeys } from './schema.ts'

const keysOf = (purpose: KeyPurpose): SealedTable => ({
  name: `signing_keys.sealed_private_jwk (${purpose})`,
  table: signingKeys,
  key: signingKeys.kid,
  kekId: signingKeys.kekId,
  boxes: [{ column: signingKeys.sealedPrivateJwk, context: ({ kid }) => signingKeyContext(purpose, String(kid)) }],
  of: purpose,
  where: eq(signingKeys.purpose, purpose),
})

/** Sealed columns of this capability. */
export const sealedTables: readonly SealedTable[] = [keysOf('wallet'), keysOf('siwx')]

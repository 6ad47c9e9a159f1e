import type { Factor } from '@latchkey/protocol/wallet'
import type { Bytes } from '../bytes/Bytes.ts'
import { deriveKey } from '../bytes/deriveKey.ts'
import { wipe } from '../bytes/wipe.ts'
import { deriveHpkeKeyPair } from '../seal/hpke.ts'

/** Kind of a factor, whose secret only the owner has. */
export type FactorKind = Factor['kind']

/**
 * Derives the X25519 key pair of a factor: DeriveKeyPair(HKDF-SHA256(secret, salt, "ew/recovery/<kind>/v1")), and v2 without a salt.
 *
 * @param options.secret the PRF's 32 bytes, the backup code's 16, or the password's of `deriveEvaluatedSecret`
 * @param options.salt omitted for a password that the server evaluates, because its secret is already salted
 */
export async function deriveFactorKeyPair({
  kind,
  secret,
  salt,
}: {
  kind: FactorKind
  secret: Uint8Array
  salt?: Uint8Array | undefined
}): Promise<{ privateKey: Bytes; publicKey: Bytes }> {
  const ikm = deriveKey({ secret, salt, info: `ew/recovery/${kind}/${salt ? 'v1' : 'v2'}` })
  const pair = deriveHpkeKeyPair(ikm)
  wipe(ikm)
  return pair
}

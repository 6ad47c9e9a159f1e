import type { Factor } from '@latchkey/protocol/wallet'
import type { Bytes } from '../bytes/Bytes.ts'
import { deriveKey } from '../bytes/deriveKey.ts'
import { wipe } from '../bytes/wipe.ts'
import { deriveHpkeKeyPair } from '../seal/hpke.ts'

/** What a factor is: something whose secret only the owner can bring. */
export type FactorKind = Factor['kind']

/**
 * The X25519 key pair of a factor: DeriveKeyPair(HKDF-SHA256(secret, salt, "ew/recovery/<kind>/v1")).
 *
 * @param options.secret the PRF's 32 bytes, the backup code's 16, or what `derivePasswordSecret` gives
 */
export async function deriveFactorKeyPair({
  kind,
  secret,
  salt,
}: {
  kind: FactorKind
  secret: Uint8Array
  salt: Uint8Array
}): Promise<{ privateKey: Bytes; publicKey: Bytes }> {
  const ikm = deriveKey({ secret, salt, info: `ew/recovery/${kind}/v1` })
  const pair = deriveHpkeKeyPair(ikm)
  wipe(ikm)
  return pair
}

import { canonicalBytes } from '@latchkey/protocol'
import { sha512 } from '@noble/hashes/sha2'
import { ristretto255_oprf } from 'noble-curves-2/ed25519.js'
import { asBytes, type Bytes } from '../bytes/Bytes.ts'
import { wipe } from '../bytes/wipe.ts'

const { oprf } = ristretto255_oprf

/** A password and its factor: the same password of another wallet or factor evaluates to something else. */
export type PasswordInput = { password: string; walletId: string; factorId: string }

/**
 * Creates the key of a password factor (RFC 9497, OPRF, ristretto255-SHA512). The server evaluates passwords with it. The vault keeps
 * it too, in case the server is gone.
 *
 * @returns 32 bytes each; the public half identifies the key
 */
export function createPasswordKey(): { key: Bytes; publicKey: Bytes } {
  const { secretKey, publicKey } = oprf.generateKeyPair()
  return { key: asBytes(secretKey), publicKey: asBytes(publicKey) }
}

/**
 * Blinds a password for the server. Without `blind` the element is random.
 *
 * @returns 32 bytes each; `blind` is secret
 */
export function blindPassword(input: PasswordInput): { blind: Bytes; blinded: Bytes } {
  const bytes = inputOf(input)
  const { blind, blinded } = oprf.blind(bytes)
  wipe(bytes)
  return { blind: asBytes(blind), blinded: asBytes(blinded) }
}

/**
 * Unblinds the server's answer: 64 bytes, the same for each blind.
 *
 * @throws Error if the answer is no element of the group
 */
export function unblindPassword({
  blind,
  evaluated,
  ...input
}: PasswordInput & { blind: Uint8Array; evaluated: Uint8Array }): Bytes {
  // RFC 9497, 2.1: the identity is invalid. It would make the output a function of the password alone.
  if (evaluated.every((byte) => byte === 0)) throw new Error('The answer is the identity')
  const bytes = inputOf(input)
  const output = oprf.finalize(bytes, blind, evaluated)
  wipe(bytes)
  return asBytes(output)
}

/** Evaluates a password with its key; the result is that of {@link unblindPassword} with the server's help. */
export function evaluateWithKey({ key, ...input }: PasswordInput & { key: Uint8Array }): Bytes {
  const { blind, blinded } = blindPassword(input)
  const output = unblindPassword({ ...input, blind, evaluated: oprf.blindEvaluate(key, blinded) })
  wipe(blind)
  return output
}

/** SHA-512 of the canonical JSON, so that long passwords fit into RFC 9497's two bytes of length. */
function inputOf({ password, walletId, factorId }: PasswordInput): Bytes {
  const text = canonicalBytes(['ew/password/oprf/v2', walletId, factorId, password.normalize('NFKC')])
  const bytes = asBytes(sha512(text))
  wipe(text)
  return bytes
}

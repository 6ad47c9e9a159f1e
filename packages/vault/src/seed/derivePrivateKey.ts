import { ServiceError } from '@latchkey/protocol/errors'
import { secp256k1 } from '@noble/curves/secp256k1'
import { hmac } from '@noble/hashes/hmac'
import { sha512 } from '@noble/hashes/sha2'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils'
import type { Bytes } from '../bytes/Bytes.ts'
import { concatBytes } from '../bytes/concatBytes.ts'
import { wipe } from '../bytes/wipe.ts'

/**
 * Derives the private key of a path: BIP-32 on secp256k1, or SLIP-10 on ed25519, which has hardened steps only. Small, because it
 * supports only private derivation and computes no public key that the path does not need. Intermediate keys are wiped.
 *
 * @param options.seed 16 to 64 bytes
 * @param options.path like `m/44'/60'/0'/0/0`
 * @throws LatchkeyError `malformed_request` for an invalid seed or path
 */
export function derivePrivateKey({
  curve,
  seed,
  path,
}: {
  curve: 'secp256k1' | 'ed25519'
  seed: Uint8Array
  path: string
}): Bytes {
  if (seed.length < 16 || seed.length > 64) throw new ServiceError('malformed_request', { field: 'seed' })
  let node = hmac(sha512, curve === 'secp256k1' ? 'Bitcoin seed' : 'ed25519 seed', seed)
  if (curve === 'secp256k1') requireKey(node.subarray(0, 32))
  for (const { index, hardened } of stepsOf(path)) {
    if (!hardened && curve === 'ed25519') throw new ServiceError('malformed_request', { field: 'path' })
    const key = node.subarray(0, 32)
    const parent = hardened ? concatBytes(Uint8Array.of(0), key) : secp256k1.getPublicKey(key)
    const number = new Uint8Array(4)
    new DataView(number.buffer).setUint32(0, hardened ? index + 0x8000_0000 : index)
    const message = concatBytes(parent, number)
    const child = hmac(sha512, node.subarray(32), message)
    if (curve === 'secp256k1') child.set(addedKey({ key, tweak: child.subarray(0, 32) }))
    wipe(node, parent, message)
    node = child
  }
  const privateKey = new Uint8Array(node.subarray(0, 32))
  wipe(node)
  return privateKey
}

function stepsOf(path: string): { index: number; hardened: boolean }[] {
  if (!/^m(\/\d{1,10}'?)*$/.test(path)) throw new ServiceError('malformed_request', { field: 'path' })
  return path
    .split('/')
    .slice(1)
    .map((step) => {
      const index = Number.parseInt(step, 10)
      if (index >= 0x8000_0000) throw new ServiceError('malformed_request', { field: 'path' })
      return { index, hardened: step.endsWith("'") }
    })
}

/** Adds the parent's key and the tweak in the field of the curve's order. */
function addedKey({ key, tweak }: { key: Uint8Array; tweak: Uint8Array }): Uint8Array {
  requireKey(tweak)
  const sum = (BigInt(`0x${bytesToHex(key)}`) + BigInt(`0x${bytesToHex(tweak)}`)) % secp256k1.CURVE.n
  const child = hexToBytes(sum.toString(16).padStart(64, '0'))
  requireKey(child)
  return child
}

/** One in 2^127 seeds has no key on a path. BIP-32 would take the next index, which would be another path. */
function requireKey(key: Uint8Array): void {
  if (!secp256k1.utils.isValidPrivateKey(key)) throw new ServiceError('internal', { details: 'No key on this path' })
}

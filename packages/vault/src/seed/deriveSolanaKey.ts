import { ed25519 } from '@noble/curves/ed25519'
import { hmac } from '@noble/hashes/hmac'
import { sha512 } from '@noble/hashes/sha2'
import { base58 } from '@scure/base'
import { asBytes, type Bytes } from '../bytes/Bytes.ts'
import { concatBytes } from '../bytes/concatBytes.ts'
import { wipe } from '../bytes/wipe.ts'
import type { DerivedKey } from './deriveNode.ts'

const indexes = [44, 501, 0, 0]

/**
 * The Solana key of a seed at `m/44'/501'/0'/0'` (SLIP-10 on ed25519). The private key is the 32 byte seed of RFC 8032; wallets
 * that want 64 bytes take the private and the public key together.
 */
export function deriveSolanaKey({ seed }: { seed: Uint8Array }): DerivedKey {
  const privateKey = deriveEd25519({ seed, indexes })
  const publicKey = asBytes(ed25519.getPublicKey(privateKey))
  return { privateKey, publicKey, address: base58.encode(publicKey), path: "m/44'/501'/0'/0'" }
}

/** SLIP-10 on ed25519, which has hardened children only. */
export function deriveEd25519({ seed, indexes }: { seed: Uint8Array; indexes: readonly number[] }): Bytes {
  let node = hmac(sha512, 'ed25519 seed', seed)
  for (const index of indexes) {
    const number = new Uint8Array(4)
    new DataView(number.buffer).setUint32(0, index + 0x8000_0000)
    const message = concatBytes(Uint8Array.of(0), node.subarray(0, 32), number)
    const child = hmac(sha512, node.subarray(32), message)
    wipe(node, message)
    node = child
  }
  const privateKey = new Uint8Array(node.subarray(0, 32))
  wipe(node)
  return privateKey
}

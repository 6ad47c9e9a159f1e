import { x25519 } from '@noble/curves/ed25519'
import { bytesToHex } from '@noble/hashes/utils'
import type { ClientEnvironment } from '../ClientEnvironment.ts'

/** An X25519 key pair, each key as 64 hexadecimal digits, ready to store and send. */
export type KeyPair = { privateKey: string; publicKey: string }

/** Creates an X25519 key pair for the key agreement of a session. Source: RFC 7748. */
export function createKeyPair({ randomBytes }: Pick<ClientEnvironment, 'randomBytes'>): KeyPair {
  const privateKey = randomBytes(32)
  return { privateKey: bytesToHex(privateKey), publicKey: bytesToHex(x25519.getPublicKey(privateKey)) }
}

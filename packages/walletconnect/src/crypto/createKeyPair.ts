import { x25519 } from '@noble/curves/ed25519'
import { bytesToHex } from '@noble/hashes/utils'
import type { ClientEnvironment } from '../ClientEnvironment.ts'

/** An X25519 key pair; 64 hexadecimal digits each, so that it can be stored and sent as it is. */
export type KeyPair = { privateKey: string; publicKey: string }

/** Makes an X25519 key pair to agree on a session's key with. Source: RFC 7748. */
export function createKeyPair({ randomBytes }: Pick<ClientEnvironment, 'randomBytes'>): KeyPair {
  const privateKey = randomBytes(32)
  return { privateKey: bytesToHex(privateKey), publicKey: bytesToHex(x25519.getPublicKey(privateKey)) }
}

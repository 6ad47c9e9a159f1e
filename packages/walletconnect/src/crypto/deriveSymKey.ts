import { WalletConnectError } from '@latchkey/protocol/relay'
import { x25519 } from '@noble/curves/ed25519'
import { hkdf } from '@noble/hashes/hkdf'
import { sha256 } from '@noble/hashes/sha2'
import { bytesToHex } from '@noble/hashes/utils'

/**
 * Derives the symmetric key that two key pairs share: X25519, then HKDF-SHA256 without salt and info, 32 bytes. Source: WalletConnect
 * specification, crypto keys; RFC 7748, RFC 5869.
 * @param options.privateKey our key, hexadecimal
 * @param options.publicKey the peer's key, as received
 * @throws LatchkeyError `envelope_invalid` if the public key is invalid, or has small order and gives everyone the same secret
 */
export function deriveSymKey({ privateKey, publicKey }: { privateKey: string; publicKey: string }): string {
  try {
    return bytesToHex(hkdf(sha256, x25519.getSharedSecret(privateKey, publicKey), undefined, undefined, 32))
  } catch (cause) {
    throw new WalletConnectError('envelope_invalid', { cause, details: 'The peer’s public key is not usable' })
  }
}

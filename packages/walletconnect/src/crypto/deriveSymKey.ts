import { WalletConnectError } from '@latchkey/protocol/relay'
import { x25519 } from '@noble/curves/ed25519'
import { hkdf } from '@noble/hashes/hkdf'
import { sha256 } from '@noble/hashes/sha2'
import { bytesToHex } from '@noble/hashes/utils'

/**
 * The symmetric key that two key pairs share: X25519, then HKDF-SHA256 without salt and info, 32 bytes. Source: WalletConnect
 * specification, crypto keys; RFC 7748, RFC 5869.
 * @param options.privateKey one's own, hexadecimal
 * @param options.publicKey the other side's, as it came
 * @throws LatchkeyError `envelope_invalid` when the public key is none, or one of those that give everybody the same secret
 */
export function deriveSymKey({ privateKey, publicKey }: { privateKey: string; publicKey: string }): string {
  try {
    return bytesToHex(hkdf(sha256, x25519.getSharedSecret(privateKey, publicKey), undefined, undefined, 32))
  } catch (cause) {
    throw new WalletConnectError('envelope_invalid', { cause, details: 'The other side’s public key is unusable' })
  }
}

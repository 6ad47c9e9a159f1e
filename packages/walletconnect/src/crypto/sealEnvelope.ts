// Not the library's small variant, because its Poly1305 is not constant-time: docs/decisions.md.
import { chacha20poly1305 } from '@noble/ciphers/chacha'
import { concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils'
import type { ClientEnvironment } from '../ClientEnvironment.ts'
import { toBase64 } from './base64.ts'

/**
 * Seals a text: ChaCha20-Poly1305 with a fresh 12-byte nonce, base64. Type 0 is for a peer that has the key. Type 1 carries the
 * sender's public key, from which the peer derives it. Source: WalletConnect specification, crypto envelopes; RFC 8439.
 * @param options.symKey 64 hexadecimal digits
 * @param options.senderPublicKey makes it type 1
 */
export function sealEnvelope({
  symKey,
  text,
  senderPublicKey = '',
  randomBytes,
}: {
  symKey: string
  text: string
  senderPublicKey?: string
} & Pick<ClientEnvironment, 'randomBytes'>): string {
  const nonce = randomBytes(12)
  return toBase64(
    concatBytes(
      Uint8Array.of(senderPublicKey ? 1 : 0),
      hexToBytes(senderPublicKey),
      nonce,
      chacha20poly1305(hexToBytes(symKey), nonce).encrypt(utf8ToBytes(text)),
    ),
  )
}

import { WalletConnectError } from '@latchkey/protocol/relay'
// Not the library's small variant, because its Poly1305 is not constant-time: docs/decisions.md.
import { chacha20poly1305 } from '@noble/ciphers/chacha'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils'
import { fromBase64 } from './base64.ts'

/** Text of an envelope. Only type 1 names its sender. */
export type OpenedEnvelope = { text: string; senderPublicKey?: string }

/**
 * Opens an envelope of type 0 or 1 (see `sealEnvelope`). Uses nothing of it before authentication. Refuses type 2, which is not
 * sealed.
 * @param options.keyOf the symmetric key, from the sender's public key if the envelope has one
 * @throws LatchkeyError `envelope_invalid`
 * @example
 * openEnvelope({ message, keyOf: (senderPublicKey) => senderPublicKey ? deriveSymKey({ privateKey, publicKey: senderPublicKey }) : symKey })
 */
export function openEnvelope({
  message,
  keyOf,
}: {
  message: string
  keyOf: (senderPublicKey: string | undefined) => string | undefined
}): OpenedEnvelope {
  try {
    const bytes = fromBase64(message)
    const type = bytes[0]
    if (type !== 0 && type !== 1) throw new Error(`Unsupported envelope type ${type} are not taken`)
    const nonceAt = type ? 33 : 1
    const senderPublicKey = type ? bytesToHex(bytes.subarray(1, 33)) : undefined
    const symKey = keyOf(senderPublicKey)
    if (!symKey) throw new Error('There is no key for it')
    const cipher = chacha20poly1305(hexToBytes(symKey), bytes.subarray(nonceAt, nonceAt + 12))
    const text = new TextDecoder('utf-8', { fatal: true }).decode(cipher.decrypt(bytes.subarray(nonceAt + 12)))
    return senderPublicKey ? { text, senderPublicKey } : { text }
  } catch (cause) {
    throw new WalletConnectError('envelope_invalid', { cause })
  }
}

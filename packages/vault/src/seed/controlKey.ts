import { ed25519 } from '@noble/curves/ed25519'
import { asBytes, type Bytes } from '../bytes/Bytes.ts'
import { wipe } from '../bytes/wipe.ts'
import { derivePrivateKey } from './derivePrivateKey.ts'

/**
 * Derivation path of the control key: SLIP-10 on ed25519, hardened. The first step is `LTKY` in ASCII (0x4c544b59), which no wallet
 * standard uses; the second counts kinds of keys. Changing it would leave every wallet without its key.
 */
export const controlKeyPath = "m/1280592729'/1'"

/**
 * Returns the public half of a wallet's control key: 32 bytes of Ed25519. The key authorizes changes of the wallet and signs nothing
 * else: it has no address, and no signing method uses it.
 *
 * @example const controlKey = toBase64Url(controlKeyOf({ seed }))
 */
export function controlKeyOf({ seed }: { seed: Uint8Array }): Bytes {
  const privateKey = derivePrivateKey({ curve: 'ed25519', seed, path: controlKeyPath })
  const publicKey = asBytes(ed25519.getPublicKey(privateKey))
  wipe(privateKey)
  return publicKey
}

/** Signs the bytes of `controlMessage` or `returnMessage` (64 bytes, RFC 8032). */
export function signControl({ seed, message }: { seed: Uint8Array; message: Uint8Array }): Bytes {
  const privateKey = derivePrivateKey({ curve: 'ed25519', seed, path: controlKeyPath })
  const signature = asBytes(ed25519.sign(message, privateKey))
  wipe(privateKey)
  return signature
}

/** Returns whether a control key signed a message. Never throws: an invalid key or signature has signed nothing. */
export function verifyControl({
  controlKey,
  message,
  proof,
}: {
  controlKey: Uint8Array
  message: Uint8Array
  proof: Uint8Array
}): boolean {
  try {
    // Strict (RFC 8032) like the server's library: no second encoding of a point, no point of small order.
    return ed25519.verify(proof, message, controlKey, { zip215: false })
  } catch {
    return false
  }
}

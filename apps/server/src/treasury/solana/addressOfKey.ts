import { createPrivateKey, createPublicKey } from 'node:crypto'
import { encodeBase58 } from '@latchkey/protocol'

/** PKCS#8 prefix of an ed25519 seed. Source: RFC 8410. */
const prefix = Buffer.from('302e020100300506032b657004220420', 'hex')

/**
 * Returns the address of a key.
 *
 * @param privateKey 32 bytes (RFC 8032)
 */
export function addressOfKey(privateKey: Uint8Array): string {
  const key = createPrivateKey({ key: Buffer.concat([prefix, privateKey]), format: 'der', type: 'pkcs8' })
  return encodeBase58(new Uint8Array(createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32)))
}

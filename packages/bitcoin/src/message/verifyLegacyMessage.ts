import { secp256k1 } from '@noble/curves/secp256k1'
import { hash160 } from '@scure/btc-signer/utils.js'
import type { BitcoinAddress } from '../address/BitcoinAddress.ts'
import { writeScript } from '../address/readScript.ts'
import { equalBytes } from '../bytes/equalBytes.ts'
import { keyScripts } from '../keys/keyScripts.ts'
import { legacyHeaders } from './legacyHeaders.ts'
import { legacyDigest } from './messageDigests.ts'

/** Returns whether 65 bytes of the legacy form are a signature of an address. P2TR and P2WSH have none. */
export function verifyLegacyMessage({
  message,
  address,
  signature,
}: {
  message: string
  address: BitcoinAddress
  signature: Uint8Array
}): boolean {
  const header = signature[0] as number
  const type = address.type === 'p2sh' ? 'p2sh-p2wpkh' : address.type
  if (type === 'p2tr' || type === 'p2wsh') return false
  const isOld = header >= 27 && header <= 34
  if (!isOld && (header < legacyHeaders[type] || header > legacyHeaders[type] + 3)) return false
  const isCompressed = header >= 31
  if (!isCompressed && type !== 'p2pkh') return false
  const key = secp256k1.Signature.fromCompact(signature.slice(1))
    .addRecoveryBit((header - 27) & 3)
    .recoverPublicKey(legacyDigest(message))
    .toRawBytes(isCompressed)
  const script = isCompressed
    ? keyScripts({ publicKey: key, type }).script
    : writeScript({ type: 'p2pkh', program: hash160(key) })
  return equalBytes(script, address.script)
}

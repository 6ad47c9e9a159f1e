import type { ChainId } from '@latchkey/protocol'
import { schnorr, secp256k1 } from '@noble/curves/secp256k1'
import { RawWitness } from '@scure/btc-signer/script.js'
import { hash160 } from '@scure/btc-signer/utils.js'
import type { BitcoinAddress } from '../address/BitcoinAddress.ts'
import { readAddress } from '../address/readAddress.ts'
import { readScript, writeScript } from '../address/readScript.ts'
import { fromBase64 } from '../bytes/base64.ts'
import { equalBytes } from '../bytes/equalBytes.ts'
import { keyScripts } from '../keys/keyScripts.ts'
import { legacyHeaders } from './legacyHeaders.ts'
import { legacyDigest, toSign } from './messageDigests.ts'

/**
 * Whether an address signed a message: by BIP-322 "simple" (P2WPKH, P2TR by the key path) or in the legacy form of 65 bytes (P2PKH,
 * P2SH-P2WPKH, P2WPKH), with the headers of BIP-137 or the older ones.
 * @param signature bytes, or base64 with or without the prefix `smp` of BIP-322
 * @throws LatchkeyError `unsupported_chain`; never for what is malformed, which is no signature
 */
export function verifyMessage({
  message,
  address,
  signature,
  chainId,
}: {
  message: string
  address: string
  signature: Uint8Array | string
  chainId: ChainId
}): boolean {
  const read = readAddress({ text: address, chainId })
  if (!read) return false
  try {
    const bytes = typeof signature === 'string' ? fromBase64(signature.replace(/^smp/, '')) : signature
    return bytes.length === 65 && (bytes[0] ?? 0) >= 27
      ? verifyLegacy({ message, address: read, signature: bytes })
      : verifyWitness({ message, address: read, witness: RawWitness.decode(bytes) })
  } catch {
    return false
  }
}

function verifyLegacy({
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

function verifyWitness({
  message,
  address,
  witness,
}: {
  message: string
  address: BitcoinAddress
  witness: readonly Uint8Array[]
}): boolean {
  const transaction = toSign({ message, script: address.script })
  const [signature, publicKey, ...more] = witness
  if (!signature || more.length > 0) return false
  if (address.type === 'p2tr') {
    // 64 bytes are DEFAULT; a 65th says ALL. Anything else would leave the message open.
    if (publicKey || (signature.length !== 64 && !(signature.length === 65 && signature[64] === 1))) return false
    const digest = transaction.preimageWitnessV1(0, [address.script], signature[64] ?? 0, [0n])
    const key = readScript(address.script)?.program as Uint8Array
    return schnorr.verify(signature.slice(0, 64), digest, key)
  }
  if (address.type !== 'p2wpkh' || publicKey?.length !== 33 || signature.at(-1) !== 1) return false
  if (!equalBytes(keyScripts({ publicKey, type: 'p2wpkh' }).script, address.script)) return false
  const script = writeScript({ type: 'p2pkh', program: hash160(publicKey) })
  const digest = transaction.preimageWitnessV0(0, script, 1, 0n)
  const der = secp256k1.Signature.fromDER(signature.slice(0, -1))
  return secp256k1.verify(der, digest, publicKey, { lowS: true })
}

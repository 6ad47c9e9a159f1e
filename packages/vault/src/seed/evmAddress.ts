import { ServiceError } from '@latchkey/protocol/errors'
import { secp256k1 } from '@noble/curves/secp256k1'
import { keccak_256 } from '@noble/hashes/sha3'
import { bytesToHex } from '@noble/hashes/utils'

/** Returns the EIP-55 address of a secp256k1 private key. */
export function evmAddressOf(privateKey: Uint8Array): `0x${string}` {
  // The library's error for an invalid key contains the number, which must not leave this function.
  if (!secp256k1.utils.isValidPrivateKey(privateKey))
    throw new ServiceError('malformed_request', { field: 'privateKey', details: 'Not a secp256k1 private key' })
  const publicKey = secp256k1.getPublicKey(privateKey, false)
  return checksumAddress(bytesToHex(keccak_256(publicKey.subarray(1)).subarray(12)))
}

/**
 * Applies EIP-55 to lowercase hexadecimal without 0x: a letter becomes a capital if the hash of the lowercase address has a nibble of
 * 8 or more there.
 */
export function checksumAddress(hex: string): `0x${string}` {
  const hash = bytesToHex(keccak_256(new TextEncoder().encode(hex)))
  const letters = [...hex].map((letter, index) =>
    Number.parseInt(hash.charAt(index), 16) >= 8 ? letter.toUpperCase() : letter,
  )
  return `0x${letters.join('')}`
}

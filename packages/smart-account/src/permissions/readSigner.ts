import type { PermissionSigner } from '@latchkey/protocol/api'
import { p256 } from '@noble/curves/p256'
import { secp256k1 } from '@noble/curves/secp256k1'
import { publicKeyToAddress } from 'viem/accounts'
import { sliceHex } from 'viem/utils'
import { refusePermissions } from './refusePermissions.ts'

/** Returns a permission's signer in the chain's format: 20 bytes, an address, or 64 bytes, a public key of P-256. */
export function readSigner(signer: PermissionSigner): `0x${string}` {
  if (signer.type === 'account') {
    const { address } = signer.data
    if (BigInt(address) === 0n) refusePermissions('The zero address signs nothing', 'signer')
    return bytesOf(address)
  }
  const { type, publicKey } = signer.data
  const curve = type === 'secp256k1' ? secp256k1 : p256
  let point: `0x${string}`
  try {
    // The curve checks that the key is one of its points.
    point = `0x${curve.ProjectivePoint.fromHex(publicKey.slice(2)).toHex(false)}`
  } catch {
    refusePermissions(`This is not a public key of ${type}`, 'signer')
  }
  return type === 'secp256k1' ? bytesOf(publicKeyToAddress(point)) : sliceHex(point, 1)
}

/** In lower case, because the chain stores bytes and returns them without EIP-55. */
function bytesOf(address: string): `0x${string}` {
  return address.toLowerCase() as `0x${string}`
}

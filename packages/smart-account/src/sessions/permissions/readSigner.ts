import type { PermissionSigner } from '@latchkey/protocol/api'
import { p256 } from '@noble/curves/p256'
import { secp256k1 } from '@noble/curves/secp256k1'
import { publicKeyToAddress } from 'viem/accounts'
import { getAddress, sliceHex } from 'viem/utils'
import { refusePermissions } from './refusePermissions.ts'

/** The signer of a session as the chain knows it: 20 bytes, an address, or 64, a public key of P-256. */
export function readSigner(signer: PermissionSigner): `0x${string}` {
  if (signer.type === 'account') {
    const address = getAddress(signer.data.address)
    if (BigInt(address) === 0n) refusePermissions('The zero address signs nothing', 'signer')
    return address
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
  return type === 'secp256k1' ? publicKeyToAddress(point) : sliceHex(point, 1)
}

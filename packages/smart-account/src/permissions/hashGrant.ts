import { encodeAbiParameters, keccak256 } from 'viem/utils'
import type { Grant } from './Grant.ts'
import { grantType } from './grantType.ts'

/** Returns the hash of a permission's rules, which `statusOf` returns while the permission is granted. */
export function hashGrant(grant: Grant): `0x${string}` {
  return keccak256(encodeAbiParameters([grantType], [grant]))
}

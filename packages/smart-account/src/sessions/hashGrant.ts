import { encodeAbiParameters, keccak256 } from 'viem/utils'
import type { Grant } from './Grant.ts'
import { grantType } from './grantType.ts'

/** The hash that the chain keeps of a session's rules: what `statusOf` answers while the session stands. */
export function hashGrant(grant: Grant): `0x${string}` {
  return keccak256(encodeAbiParameters([grantType], [grant]))
}

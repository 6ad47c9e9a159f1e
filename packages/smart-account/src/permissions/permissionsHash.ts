import type { Permission, PermissionSigner } from '@latchkey/protocol/api'
import { keccak256, toHex } from 'viem/utils'

/**
 * Returns the hash that an account signs in `createSessionMessage`: keccak256 of the JSON of
 * `{ signer, permissions, policies }`, with sorted keys, without white space and undefined values.
 */
export function permissionsHash({
  signer,
  permissions,
  policies = [],
}: {
  signer: PermissionSigner
  permissions: readonly Permission[]
  policies?: readonly unknown[]
}): `0x${string}` {
  return keccak256(toHex(JSON.stringify({ signer, permissions, policies }, sorted)))
}

function sorted(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}

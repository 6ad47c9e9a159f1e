import { smartAccountContracts } from '../contracts/addresses.ts'

/** IDs of permissions are below this. */
const ids = 2 ** 32

/**
 * Returns the nonce key of a permission's operations, 24 bytes: the module's address and the permission's ID. The rest of a
 * nonce is the EntryPoint's sequence, 8 bytes.
 *
 * @throws RangeError for an invalid ID
 * @example
 * const nonce = (sessionNonceKey(id) << 64n) | sequence
 */
export function sessionNonceKey(id: number): bigint {
  if (!Number.isInteger(id) || id < 0 || id >= ids) throw new RangeError(`${id} is not the number of a permission`)
  return (BigInt(smartAccountContracts.sessions) << 32n) | BigInt(id)
}

/** Returns the ID of an operation's permission; undefined if the account's owner signs it. */
export function sessionIdOf(nonce: bigint): number | undefined {
  const key = nonce >> 64n
  return key >> 32n === BigInt(smartAccountContracts.sessions) ? Number(key & 0xffff_ffffn) : undefined
}

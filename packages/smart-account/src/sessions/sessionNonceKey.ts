import { smartAccountContracts } from '../contracts/addresses.ts'

/** Numbers of sessions are below this. */
const ids = 2 ** 32

/**
 * The key of the nonces of a session's operations, 24 bytes: the module's address and the session's number. What follows it in a nonce is the
 * EntryPoint's own count, 8 bytes.
 *
 * @throws RangeError for a number that is none of a session
 *
 * @example
 * const nonce = (sessionNonceKey(id) << 64n) | sequence
 */
export function sessionNonceKey(id: number): bigint {
  if (!Number.isInteger(id) || id < 0 || id >= ids) throw new RangeError(`${id} is not the number of a session`)
  return (BigInt(smartAccountContracts.sessions) << 32n) | BigInt(id)
}

/** The session that an operation belongs to; undefined: none, the account's owner signs it. */
export function sessionIdOf(nonce: bigint): number | undefined {
  const key = nonce >> 64n
  return key >> 32n === BigInt(smartAccountContracts.sessions) ? Number(key & 0xffff_ffffn) : undefined
}

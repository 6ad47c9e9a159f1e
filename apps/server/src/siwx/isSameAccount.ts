import { type AccountId, isAccountId, parseAccountId, toAccountId } from '@latchkey/protocol'
import { toOwner } from './toOwner.ts'

/**
 * Tells whether two accounts are one, on one network: letter case says nothing where it is a checksum.
 *
 * @example isSameAccount('eip155:1:0xAb…', 'eip155:1:0xab…') // true
 */
export function isSameAccount(one: AccountId, other: AccountId): boolean {
  return toOwner({ account: one, proof: 'contract' }) === toOwner({ account: other, proof: 'contract' })
}

/**
 * Tells whether an account is meant.
 *
 * @param what its address, or CAIP-10; in whatever letter case that is the same
 */
export function isMeant(account: AccountId, what: string): boolean {
  if (isAccountId(what)) return isSameAccount(account, what)
  return isSameAccount(account, toAccountId({ chainId: parseAccountId(account).chainId, address: what }))
}

import { type AccountId, isAccountId, parseAccountId, toAccountId } from '@latchkey/protocol'
import { toOwner } from './toOwner.ts'

/**
 * Returns whether two accounts on one network are the same. Ignores letter case if it is only a checksum.
 *
 * @example isSameAccount('eip155:1:0xAb…', 'eip155:1:0xab…') // true
 */
export function isSameAccount(one: AccountId, other: AccountId): boolean {
  return toOwner({ account: one, proof: 'contract' }) === toOwner({ account: other, proof: 'contract' })
}

/**
 * Returns whether a text denotes the account.
 *
 * @param what an address or CAIP-10, in any equivalent letter case
 */
export function isMeant(account: AccountId, what: string): boolean {
  if (isAccountId(what)) return isSameAccount(account, what)
  return isSameAccount(account, toAccountId({ chainId: parseAccountId(account).chainId, address: what }))
}

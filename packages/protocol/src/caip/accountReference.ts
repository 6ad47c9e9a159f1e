import { isAccountId, parseAccountId } from './accountId.ts'
import type { ChainId } from './chainId.ts'
import { isAnyAddress } from './isAnyAddress.ts'

/** Tells whether a text names an account as clients write it: an address alone, or with its network (CAIP-10). The shape only. */
export function isAccountReference(text: string): boolean {
  return isAnyAddress(text) || isAccountId(text)
}

/**
 * Splits an account as clients write it.
 *
 * @returns the address with its letters kept, and the network where the text names one
 * @example splitAccountReference('eip155:1:0xd8dA…6045') // { address: '0xd8dA…6045', chainId: 'eip155:1' }
 */
export function splitAccountReference(text: string): { address: string; chainId: ChainId | undefined } {
  return isAccountId(text) ? parseAccountId(text) : { address: text, chainId: undefined }
}

import { isAccountId, parseAccountId } from './accountId.ts'
import type { ChainId } from './chainId.ts'
import { isAnyAddress } from './isAnyAddress.ts'

/** Whether a text names an account as clients write it: a plain address, or one with its network (CAIP-10). Checks only the shape. */
export function isAccountReference(text: string): boolean {
  return isAnyAddress(text) || isAccountId(text)
}

/**
 * Splits the account reference of a client.
 *
 * @returns the address in its original letter case, and the network if the text names one
 * @example splitAccountReference('eip155:1:0xd8dA…6045') // { address: '0xd8dA…6045', chainId: 'eip155:1' }
 */
export function splitAccountReference(text: string): { address: string; chainId: ChainId | undefined } {
  return isAccountId(text) ? parseAccountId(text) : { address: text, chainId: undefined }
}

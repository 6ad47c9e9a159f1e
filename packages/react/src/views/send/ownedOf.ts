import { type BalancesState, findAsset } from '@latchkey/core'
import type { Balance } from '@latchkey/protocol/api'

/**
 * Returns the balance of a form's token as decimal text; undefined before the balances are loaded. The row in the form is a copy, which
 * may be of an earlier moment or of another account.
 */
export function ownedOf({
  token,
  balances,
}: {
  token: Balance | undefined
  balances: Pick<BalancesState, 'data' | 'otherAssets'>
}): string | undefined {
  if (token === undefined || balances.data === undefined) return undefined
  return findAsset({ balances, assetAddress: token.address })?.quantity.numeric ?? '0'
}

import type { BalancesState } from './BalancesFeature.ts'

/** No balances asked for yet. */
export const initialBalances: BalancesState = {
  status: 'idle',
  data: undefined,
  otherAssets: undefined,
  updatedAt: undefined,
  error: undefined,
  account: undefined,
  blockedUntil: undefined,
  total: undefined,
}

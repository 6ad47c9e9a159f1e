import type { CheckoutRecord } from '../checkouts/CheckoutRecord.ts'

/** View of a checkout's page. */
export type View = 'pay' | 'bank' | Exclude<CheckoutRecord['state'], 'open'>

/** Returns the current view of a checkout's page. */
export function viewOf({ state, challenge }: CheckoutRecord): View {
  if (state !== 'open') return state
  return challenge === null ? 'pay' : 'bank'
}

import type { CheckoutRecord } from '../checkouts/CheckoutRecord.ts'

/** What the page of a checkout shows. */
export type View = 'pay' | 'bank' | Exclude<CheckoutRecord['state'], 'open'>

/** What the page of a checkout shows now. */
export function viewOf({ state, challenge }: CheckoutRecord): View {
  if (state !== 'open') return state
  return challenge === null ? 'pay' : 'bank'
}

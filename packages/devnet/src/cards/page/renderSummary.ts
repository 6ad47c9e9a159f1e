import { escapeHtml } from '../../page/escapeHtml.ts'
import type { CheckoutRecord } from '../checkouts/CheckoutRecord.ts'
import { formatMoney } from './formatMoney.ts'

/** Returns the amount and the bought items. */
export function renderSummary({ checkout, now }: { checkout: CheckoutRecord; now: number }): string {
  const { amount, expiresAt, state, request } = checkout
  const minutes = Math.max(1, Math.ceil((Date.parse(expiresAt) - now) / 60_000))
  const until =
    state === 'open'
      ? `\n<p class="until" data-until="${escapeHtml(expiresAt)}">Pay within ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.</p>`
      : ''
  return `<section class="summary" aria-label="What you pay for">
<p class="label">You pay</p>
<p class="amount">${escapeHtml(formatMoney(amount))}</p>
<dl>
${request.lines.map(({ label, value }) => `<div><dt>${escapeHtml(label)}</dt><dd>${escapeHtml(value)}</dd></div>`).join('\n')}
</dl>${until}
</section>`
}

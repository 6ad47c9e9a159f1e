import { escapeHtml } from '../../page/escapeHtml.ts'
import type { Page } from '../../page/renderPage.ts'
import type { CheckoutRecord } from '../checkouts/CheckoutRecord.ts'
import { formatMoney } from './formatMoney.ts'
import { renderShell } from './renderShell.ts'
import type { View } from './viewOf.ts'

type Outcome = Exclude<View, 'pay' | 'bank'>

const icons: Readonly<Record<Outcome, string>> = {
  processing: '<span class="spinner" aria-hidden="true"></span>',
  paid: '<svg class="icon good" viewBox="0 0 24 24" aria-hidden="true"><path d="m5 12.5 4.5 4.5L19 7.5"/></svg>',
  cancelled: '<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="m7 7 10 10M17 7 7 17"/></svg>',
  expired: '<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M12 6v6l4 2.5"/></svg>',
  refunding: '<span class="spinner" aria-hidden="true"></span>',
  refunded:
    '<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M9 7 5 11l4 4M5 11h9a5 5 0 0 1 0 10h-2"/></svg>',
}

/**
 * Renders the page of a checkout that is paid, ended or pending.
 *
 * @param options.isRepeated the visitor just tried to pay again
 */
export function renderOutcome({
  checkout,
  view,
  path,
  stateKey,
  isRepeated,
}: {
  checkout: CheckoutRecord
  view: Outcome
  path: string
  stateKey: string
  isRepeated: boolean
}): Page {
  const isPending = view === 'processing' || view === 'refunding'
  const { heading, text } = describe({ checkout, view, isRepeated })
  // The other states deliver no items.
  const lines = view === 'processing' || view === 'paid' ? checkout.request.lines : []
  return renderShell({
    title: heading,
    state: { path, key: stateKey, isPending },
    ...(isPending ? { refresh: 5 } : {}),
    main: `<section class="card single outcome" data-view="${view}">
${icons[view]}
<h1>${escapeHtml(heading)}</h1>
<p${isPending ? ' role="status"' : ''}>${escapeHtml(text)}</p>
<dl>
<div><dt>${view === 'paid' ? 'Paid' : 'Amount'}</dt><dd>${escapeHtml(formatMoney(checkout.paid ?? checkout.amount))}</dd></div>
${lines.map(({ label, value }) => `<div><dt>${escapeHtml(label)}</dt><dd>${escapeHtml(value)}</dd></div>`).join('\n')}
</dl>
${renderLeave(checkout.request.returnUrl)}
</section>`,
  })
}

function describe({ checkout, view, isRepeated }: { checkout: CheckoutRecord; view: Outcome; isRepeated: boolean }): {
  heading: string
  text: string
} {
  const amount = formatMoney(checkout.paid ?? checkout.amount)
  const { title } = checkout.request
  const close = 'You can close this window.'
  const payer = checkout.method === 'ach_bank_account' ? 'account' : 'card'
  switch (view) {
    case 'processing':
      return {
        heading: 'Your bank is checking the payment',
        text: `You don’t need to do anything. This page and the window that you came from show when the payment is done. ${close}`,
      }
    case 'paid':
      return isRepeated
        ? { heading: 'Already paid', text: `You paid ${amount} once, and were not charged again. ${close}` }
        : {
            heading: 'Paid',
            text: `You paid ${amount} for ${title}. The window that you came from shows when it arrives. ${close}`,
          }
    case 'cancelled':
      return { heading: 'Canceled', text: `This order was canceled. Nothing was charged. ${close}` }
    case 'expired':
      return {
        heading: 'Too late',
        text: `The time to pay is over, because the price was valid only for that time. Nothing was charged. Start again on the site. ${close}`,
      }
    case 'refunding':
      return { heading: 'Refund in progress', text: `${amount} goes back to your ${payer}. ${close}` }
    case 'refunded':
      return { heading: 'Refunded', text: `${amount} went back to your ${payer}. ${close}` }
  }
}

/** Link back to the page that the visitor came from, or a button that closes the window. */
function renderLeave(returnUrl: string | null) {
  if (returnUrl === null)
    return `<button class="primary" data-close hidden>Close this window</button>
<p class="note" data-open hidden>Your browser keeps this window open: close it yourself.</p>`
  return `<a class="primary" data-close href="${escapeHtml(returnUrl)}">Back to ${escapeHtml(new URL(returnUrl).host)}</a>`
}

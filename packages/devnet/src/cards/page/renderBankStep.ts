import { escapeHtml } from '../../page/escapeHtml.ts'
import type { Page } from '../../page/renderPage.ts'
import type { CheckoutRecord } from '../checkouts/CheckoutRecord.ts'
import { bankCode } from '../testCards.ts'
import { formatMoney } from './formatMoney.ts'
import { renderShell } from './renderShell.ts'

/** The page of the bank, which asks whether the owner of the card pays. */
export function renderBankStep({
  checkout,
  path,
  stateKey,
}: {
  checkout: CheckoutRecord
  path: string
  stateKey: string
}): Page {
  const total = escapeHtml(formatMoney(checkout.amount))
  return renderShell({
    title: `Confirm the payment of ${formatMoney(checkout.amount)} at your bank`,
    state: { path, key: stateKey, isPending: false },
    main: `<section class="card single bank">
<p class="issuer"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M3 10 12 4l9 6M5 10v8m4.7-8v8m4.6-8v8M19 10v8M3 20h18"/></svg>Sandbox Bank</p>
<h1>Are you making this payment?</h1>
<p>Your bank asks for a code before it pays <strong>${total}</strong> for ${escapeHtml(checkout.request.title)}.</p>
<p class="note">A real bank would send the code to your phone. In this sandbox it is <code>${bankCode}</code>; any other one is declined.</p>
<form method="post" action="${path}" autocomplete="off">
<input type="hidden" name="action" value="code">
<div class="field">
<label for="bank-code">Code from your bank</label>
<input id="bank-code" name="code" inputmode="numeric" maxlength="6" required autofocus autocomplete="off" spellcheck="false">
</div>
<button class="primary">Confirm ${total}</button>
</form>
<form method="post" action="${path}"><input type="hidden" name="action" value="leave"><button class="quiet">Use another card</button></form>
</section>`,
  })
}

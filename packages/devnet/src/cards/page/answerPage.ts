import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { PaymentMethod } from '@latchkey/protocol'
import { readForm } from '../../page/readForm.ts'
import type { Page } from '../../page/renderPage.ts'
import { sendPage } from '../../page/sendPage.ts'
import type { CheckoutRecord } from '../checkouts/CheckoutRecord.ts'
import type { Till } from '../checkouts/createTill.ts'
import { type TestNumber, testAccounts, testCards } from '../testCards.ts'
import { type Field, readAccount, readAge, readCard } from './readPayment.ts'
import { renderBankStep } from './renderBankStep.ts'
import { renderOutcome } from './renderOutcome.ts'
import { renderPayForm } from './renderPayForm.ts'
import { cardHeaders, renderShell } from './renderShell.ts'
import { viewOf } from './viewOf.ts'

const files: Readonly<Record<string, string>> = {
  '/cards.css': 'text/css; charset=utf-8',
  '/cards.js': 'text/javascript; charset=utf-8',
}

/**
 * Answers requests for pages. The address of a page is its only protection.
 *
 * - `GET /pay/{id}` shows the current state of the checkout; `?method=` chooses the payment method, `?fill=` a test number
 * - `POST /pay/{id}` runs an action and redirects to the page; it accepts only forms of these pages
 * - `GET /pay/{id}/state` → `{key}`, which changes whenever the page does
 */
export async function answerPage({
  request,
  response,
  till,
  origins,
  now,
}: {
  request: IncomingMessage
  response: ServerResponse
  till: Till
  /** Of these pages. */
  origins: readonly string[]
  now: () => number
}): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
  const type = files[pathname]
  if (type !== undefined) {
    response.writeHead(200, { ...cardHeaders, 'content-type': type })
    response.end(readFileSync(new URL(`.${pathname}`, import.meta.url), 'utf8'))
    return
  }
  const [, id = '', isState] = /^\/pay\/(co_[0-9a-f]{32})(\/state)?$/.exec(pathname) ?? []
  const checkout = till.read(id)
  if (!checkout) return sendPage(response, notFound())
  const path = `/pay/${id}`
  if (isState) {
    response.writeHead(200, { ...cardHeaders, 'content-type': 'application/json' })
    response.end(JSON.stringify({ key: keyOf(checkout) }))
    return
  }
  const method = methodOf({ checkout, wanted: searchParams.get('method') })
  if (request.method !== 'POST') {
    const numbers = method === 'card' ? testCards : testAccounts
    const fill = numbers[Number(searchParams.get('fill') ?? -1)]
    return sendPage(response, show({ checkout, method, path, now: now(), fill, isRepeated: searchParams.has('again') }))
  }
  if (!isOwnForm({ request, origins })) return sendPage(response, strange())
  const form = await readForm(request)
  const wasOpen = checkout.state === 'open'
  const typed = wasOpen ? act({ till, checkout, form, now: now() }) : undefined
  if (typed) return sendPage(response, show({ ...typed, checkout, path, now: now() }))
  const isRepeated = !wasOpen && checkout.state === 'paid' && form.get('action') !== 'cancel'
  const isAccount = viewOf(checkout) === 'pay' && checkout.method === 'ach_bank_account'
  const query = isRepeated ? '?again' : isAccount ? '?method=ach_bank_account' : ''
  response.writeHead(303, { ...cardHeaders, location: `${path}${query}` }).end()
}

/** Runs the action of a form on an open checkout. Returns the input if it is invalid. */
function act({
  till,
  checkout,
  form,
  now,
}: {
  till: Till
  checkout: CheckoutRecord
  form: URLSearchParams
  now: number
}) {
  const { id } = checkout
  const action = form.get('action')
  if (action === 'cancel') till.cancel(id)
  else if (action === 'leave') till.leaveBank(id)
  else if (action === 'code') till.answerBank(id, { code: form.get('code')?.trim() ?? '' })
  else if (action === 'pay') {
    const method = methodOf({ checkout, wanted: form.get('method') })
    const { errors: typed, payment } = method === 'card' ? readCard({ form, now }) : readAccount({ form })
    const age = readAge({ form, minimumAge: checkout.request.minimumAge })
    const errors = { ...typed, ...age.errors }
    if (!payment || Object.keys(errors).length > 0) return { method, errors, values: harmless({ form, payment }) }
    till.pay(id, { method, behaviour: payment.behaviour, isOldEnough: age.isOldEnough })
  }
  return undefined
}

/** Returns the form values that may be shown again: only test numbers, and no security code. */
function harmless({ form, payment }: { form: URLSearchParams; payment: TestNumber | undefined }) {
  const values: Partial<Record<Field, string>> = {}
  for (const field of ['expiry', 'name', 'routing', 'age'] as const) values[field] = form.get(field) ?? ''
  if (payment) values[form.get('method') === 'card' ? 'number' : 'account'] = payment.number
  return values
}

function show({
  checkout,
  isRepeated = false,
  ...rest
}: Omit<Parameters<typeof renderPayForm>[0], 'stateKey'> & { isRepeated?: boolean }): Page {
  const view = viewOf(checkout)
  const parts = { checkout, path: rest.path, stateKey: keyOf(checkout) }
  if (view === 'pay') return renderPayForm({ ...rest, ...parts })
  if (view === 'bank') return renderBankStep(parts)
  return renderOutcome({ ...parts, view, isRepeated })
}

/** Returns the visible payment method: the chosen one, otherwise the one that the visitor tried, otherwise the first. */
function methodOf({ checkout, wanted }: { checkout: CheckoutRecord; wanted: string | null }): PaymentMethod {
  const { methods } = checkout.request
  return methods.find((method) => method === wanted) ?? checkout.method ?? methods[0] ?? 'card'
}

/** Returns a key that changes with the content of the page. */
function keyOf(checkout: CheckoutRecord) {
  return `${viewOf(checkout)}-${checkout.sequence}`
}

/** Returns whether one of these pages sent a form, according to the browser. Other clients have no visitor to mislead. */
function isOwnForm({ request, origins }: { request: IncomingMessage; origins: readonly string[] }) {
  const { origin, 'sec-fetch-site': site } = request.headers
  return (origin === undefined || origins.includes(origin)) && (site === undefined || site === 'same-origin')
}

function notFound() {
  return renderShell({
    status: 404,
    title: 'No such payment',
    main: `<section class="card single outcome">
<h1>There is no such payment</h1>
<p>The address is incomplete, or the payment belongs to another sandbox. Start again on the site.</p>
</section>`,
  })
}

function strange() {
  return renderShell({
    status: 403,
    title: 'Refused',
    main: `<section class="card single outcome">
<h1>Refused</h1>
<p>This form came from another site. Nothing was charged.</p>
</section>`,
  })
}

import type { PaymentMethod } from '@latchkey/protocol'
import { escapeHtml } from '../../page/escapeHtml.ts'
import type { Page } from '../../page/renderPage.ts'
import type { CheckoutRecord } from '../checkouts/CheckoutRecord.ts'
import { type TestNumber, testAccounts, testCards } from '../testCards.ts'
import { formatMoney } from './formatMoney.ts'
import type { Field, TypedPayment } from './readPayment.ts'
import { renderShell } from './renderShell.ts'
import { renderSummary } from './renderSummary.ts'

/** Values of the fields, from the last input or a test number. Never a real card number, and never an entered security code. */
type Values = Partial<Record<Field, string>>

/** Any routing number that fits: here that of a bank of the test networks of card processors. */
const testRouting = '110000000'

/** The page on which a card, or a bank account, is typed. */
export function renderPayForm({
  checkout,
  method,
  path,
  stateKey,
  now,
  fill,
  errors = {},
  values = {},
}: {
  checkout: CheckoutRecord
  method: PaymentMethod
  /** Of this page. */
  path: string
  stateKey: string
  now: number
  /** A test number to fill in. */
  fill?: TestNumber | undefined
  errors?: TypedPayment['errors']
  values?: Values
}): Page {
  const isCard = method === 'card'
  const numbers = isCard ? testCards : testAccounts
  const year = new Date(now).getUTCFullYear() + 3
  const filled = isCard
    ? { number: group(fill?.number ?? ''), expiry: `12/${year % 100}`, code: '123', name: 'Test Visitor' }
    : { name: 'Test Visitor', routing: testRouting, account: fill?.number ?? '' }
  const parts = { errors, values: fill ? { ...values, ...filled } : values }
  const fields = isCard ? cardFields(parts) : accountFields(parts)
  const total = escapeHtml(formatMoney(checkout.amount))
  const count = Object.keys(errors).length
  const warning =
    count > 0
      ? `<p class="alert" role="alert">${count === 1 ? 'One field needs' : `${count} fields need`} a correction. Nothing was charged.</p>`
      : checkout.declined
        ? `<p class="alert" role="alert"><strong>Declined.</strong> ${checkout.method === 'card' ? 'The bank refused this card. Nothing was charged: try another one.' : 'The bank refused this account. Nothing was charged: try another one.'}</p>`
        : ''
  return renderShell({
    status: count > 0 ? 422 : 200,
    title: `${count > 0 ? 'Check the form: ' : checkout.declined ? 'Declined: ' : ''}Pay ${formatMoney(checkout.amount)} for ${checkout.request.title}`,
    state: { path, key: stateKey, isPending: false },
    main: `<div class="split">
${renderSummary({ checkout, now })}
<div class="card">
<h1>${isCard ? 'Pay with a test card' : 'Pay from a test bank account'}</h1>
${renderMethods({ checkout, method })}${warning}
<form method="post" action="${path}" class="pay" data-pay autocomplete="off">
<input type="hidden" name="action" value="pay">
<input type="hidden" name="method" value="${method}">
${renderFirst({ numbers, isCard })}
${fields}${renderAge({ minimumAge: checkout.request.minimumAge, ...parts })}
<button class="primary">Pay ${total}</button>
</form>
<form method="post" action="${path}"><input type="hidden" name="action" value="cancel"><button class="quiet">Cancel the order</button></form>
</div>
${renderTests({ numbers, method, path, expiry: `12/${year % 100}` })}
</div>`,
  })
}

/** The way from one method to another; nothing where there is one alone. */
function renderMethods({ checkout, method }: { checkout: CheckoutRecord; method: PaymentMethod }) {
  const { methods } = checkout.request
  if (methods.length < 2) return ''
  const names = { card: 'Card', ach_bank_account: 'Bank account' } as const
  const links = methods.map(
    (other) => `<a href="?method=${other}"${other === method ? ' aria-current="page"' : ''}>${names[other]}</a>`,
  )
  return `<nav class="methods" aria-label="Ways to pay">${links.join('')}</nav>\n`
}

type Parts = { errors: TypedPayment['errors']; values: Values }

function cardFields({ errors, values }: Parts) {
  const field = (name: Field, label: string, attributes: string) =>
    renderField({ name, label, attributes, error: errors[name], value: values[name] })
  return `${field('number', 'Card number', 'inputmode="numeric" maxlength="23" placeholder="4111 1111 1111 1111"')}
<div class="pair">
${field('expiry', 'Expiry', 'inputmode="numeric" maxlength="7" placeholder="MM/YY"')}
${field('code', 'Security code', 'inputmode="numeric" maxlength="4" placeholder="123"')}
</div>
${field('name', 'Name on the card', 'maxlength="100"')}`
}

function accountFields({ errors, values }: Parts) {
  const field = (name: Field, label: string, attributes: string) =>
    renderField({ name, label, attributes, error: errors[name], value: values[name] })
  return `${field('name', 'Account holder', 'maxlength="100"')}
${field('routing', 'Routing number', `inputmode="numeric" maxlength="11" placeholder="${testRouting}"`)}
${field('account', 'Account number', 'inputmode="numeric" maxlength="20" placeholder="000123456789"')}`
}

/** The box to tick where the operator asks for an age; without it nothing is paid. */
function renderAge({ minimumAge, errors, values }: Parts & { minimumAge: number | null }) {
  if (minimumAge === null) return ''
  return `
<div class="field">
<label class="check"><input type="checkbox" id="age" name="age" value="yes"${values.age === 'yes' ? ' checked' : ''} required aria-describedby="age-error"${errors.age ? ' aria-invalid="true"' : ''}> I am ${minimumAge} or older</label>
<p class="error" id="age-error">${escapeHtml(errors.age ?? '')}</p>
</div>`
}

function renderField({
  name,
  label,
  attributes,
  error,
  value = '',
}: {
  name: Field
  label: string
  attributes: string
  error: string | undefined
  value: string | undefined
}) {
  return `<div class="field">
<label for="${name}">${label}</label>
<input id="${name}" name="${name}" value="${escapeHtml(value)}" ${attributes} required autocomplete="off" spellcheck="false" aria-describedby="${name}-error"${error ? ' aria-invalid="true"' : ''}>
<p class="error" id="${name}-error">${escapeHtml(error ?? '')}</p>
</div>`
}

/** On a narrow page, where the test numbers are below the form: fills in the first one, in the same way as the list. */
function renderFirst({ numbers: [first], isCard }: { numbers: readonly TestNumber[]; isCard: boolean }) {
  if (!first) return ''
  return `<button class="first" form="fill" name="fill" value="0" data-number="${first.number}">Fill in a test ${isCard ? 'card' : 'account'}</button>`
}

function renderTests({
  numbers,
  method,
  path,
  expiry,
}: {
  numbers: readonly TestNumber[]
  method: PaymentMethod
  path: string
  expiry: string
}) {
  const isCard = method === 'card'
  const buttons = numbers.map(
    ({ number, label }, index) =>
      `<li><button name="fill" value="${index}" data-number="${number}"><code>${isCard ? group(number) : number}</code><span>${escapeHtml(label)}</span></button></li>`,
  )
  return `<section class="tests" aria-labelledby="tests">
<h2 id="tests">${isCard ? 'Test cards' : 'Test accounts'}</h2>
<p>Choose one to fill in the form. ${isCard ? 'Any name, any later date and any security code will do.' : `Any name will do; the routing number is ${testRouting}.`}</p>
<form id="fill" method="get" action="${path}" data-fill data-expiry="${expiry}" data-routing="${testRouting}">
<input type="hidden" name="method" value="${method}">
<ul>
${buttons.join('\n')}
</ul>
</form>
</section>`
}

function group(number: string) {
  return number.replaceAll(/\d{4}(?=\d)/g, '$& ')
}

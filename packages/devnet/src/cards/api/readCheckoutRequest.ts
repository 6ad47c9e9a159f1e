import { type PaymentMethod, paymentMethods } from '@latchkey/protocol'
import type { CheckoutRequest } from '../checkouts/CheckoutRecord.ts'

/**
 * Reads the body of `POST /v1/checkouts`.
 *
 * @throws Error with the reason
 */
export function readCheckoutRequest(body: unknown): CheckoutRequest {
  const { reference, amount, methods, title, lines, returnUrl, minimumAge, webhookUrl, expiresAt } = readObject(
    body,
    'the body',
  )
  const money = readObject(amount, 'amount')
  const currency = readText(money.currency, 'amount.currency', 3)
  if (!/^[A-Z]{3}$/.test(currency)) throw new Error('amount.currency is a code of ISO 4217, such as USD')
  const total = readText(money.amount, 'amount.amount', 16)
  if (!/^\d+\.\d\d$/.test(total) || Number(total) === 0) throw new Error('amount.amount is an amount such as 12.50')
  const end = Date.parse(readText(expiresAt, 'expiresAt', 40))
  if (!Number.isFinite(end)) throw new Error('expiresAt is a time of ISO 8601')
  return {
    reference: readText(reference, 'reference', 200),
    amount: { amount: total, currency },
    methods: readMethods(methods),
    title: readText(title, 'title', 200),
    lines: readList(lines, 'lines').map((line) => {
      const { label, value } = readObject(line, 'lines')
      return { label: readText(label, 'label', 100), value: readText(value, 'value', 300) }
    }),
    returnUrl: returnUrl === null || returnUrl === undefined ? null : readUrl(returnUrl, 'returnUrl'),
    minimumAge: readAge(minimumAge),
    webhookUrl: readUrl(webhookUrl, 'webhookUrl'),
    expiresAt: new Date(end).toISOString(),
  }
}

function readAge(value: unknown): number | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'number' && Number.isInteger(value) && value > 0 && value < 100) return value
  throw new Error('minimumAge is no whole number of years below 100')
}

function readMethods(value: unknown): PaymentMethod[] {
  const methods = readList(value, 'methods').map((method) => {
    const known = paymentMethods.find((candidate) => candidate === method)
    if (!known) throw new Error(`methods are of ${paymentMethods.join(', ')}`)
    return known
  })
  if (methods.length === 0) throw new Error('methods has none')
  return methods
}

function readObject(value: unknown, name: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error(`${name} is no object`)
  return value as Record<string, unknown>
}

function readList(value: unknown, name: string): unknown[] {
  if (!Array.isArray(value) || value.length > 20) throw new Error(`${name} is no list of 20 at most`)
  return value
}

function readText(value: unknown, name: string, longest: number): string {
  if (typeof value !== 'string' || value === '' || value.length > longest)
    throw new Error(`${name} is no text of ${longest} characters at most`)
  return value
}

function readUrl(value: unknown, name: string): string {
  const text = readText(value, name, 2000)
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) throw new Error(`${name} is no http(s) address`)
  return text
}

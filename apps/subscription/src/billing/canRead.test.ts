import { expect, test } from 'vitest'
import { canRead } from './canRead.ts'
import type { Payment } from './Subscription.ts'

const paid = { status: 'paid', id: '0x01', transactionHash: '0x02' } as const
const sent = { status: 'sent', id: '0x01' } as const
const refused = { status: 'refused', reason: 'not enough USDX' } as const
const reads = (payments: readonly object[], now: number, ended: null | 'revoked' = null) =>
  canRead({
    subscription: {
      startsAt: 1_000,
      endsAt: 1_000 + 3 * 60 - 1,
      ended,
      payments: payments.map((payment, period) => ({ period, dueAt: 1_000 + period * 60, ...payment }) as Payment),
    },
    plan: { period: 60 },
    now,
  })

test('behavior: the article stays closed before the first payment', () => {
  expect(reads([], 1_000)).toBe(false)
  expect(reads([sent], 1_010)).toBe(false)
  expect(reads([refused], 1_010)).toBe(false)
  expect(reads([paid], 1_010)).toBe(true)
})

test('behavior: between two periods a paying reader reads on, until the next payment is refused', () => {
  expect(reads([paid], 1_061)).toBe(true)
  expect(reads([paid, sent], 1_061)).toBe(true)
  expect(reads([paid, refused], 1_061)).toBe(false)
  expect(reads([paid, paid], 1_061)).toBe(true)
  // A whole period passed without a payment.
  expect(reads([paid], 1_121)).toBe(false)
})

test('behavior: after the reader ends it, the paid period stays readable', () => {
  expect(reads([paid], 1_059, 'revoked')).toBe(true)
  expect(reads([paid], 1_060, 'revoked')).toBe(false)
})

test('behavior: step 4: after the last period the article is closed, because no further payment is due', () => {
  expect(reads([paid, paid, paid], 1_178)).toBe(true)
  expect(reads([paid, paid, paid], 1_180)).toBe(false)
  expect(reads([paid, paid], 1_179)).toBe(false)
})

test('behavior: a clock that runs behind opens nothing', () => {
  expect(reads([], 900)).toBe(false)
  expect(reads([paid], 900)).toBe(false)
})

import { ServiceError } from '@latchkey/protocol/errors'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { OfferedPlan, ShownSubscription } from '../paper/paperApi.ts'
import { EndedSubscription } from './EndedSubscription.tsx'
import { OfferTerms } from './OfferTerms.tsx'
import { OtherSubscription } from './OtherSubscription.tsx'
import { dateText, durationText, nextPayment, spanText } from './planTexts.ts'
import { toFailure } from './toFailure.ts'

const plan: OfferedPlan = {
  chainId: 'eip155:31337',
  token: { address: '0x1000000000000000000000000000000000000001', symbol: 'USDX', decimals: 6 },
  ...{ price: '5000000', period: 60, periods: 60, publicKey: '0x02' },
  merchant: '0x2000000000000000000000000000000000000002',
}
const account = '0x300000000000000000000000000000000000000a'
const kept = { account, pci: 'p1', startsAt: 1_000, endsAt: 4_599, state: 'active' } as const
const payment = { period: 0, dueAt: 1_000, status: 'paid', transactionHash: null, reason: null } as const
const subscription: ShownSubscription = {
  ...{ account, pci: 'p1', startsAt: 1_000, endsAt: 4_599, ended: null, canRead: true },
  payments: [{ ...payment, period: 1, status: 'refused' }, payment],
}
const textOf = (html: string) => html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
const other = (more: Partial<Parameters<typeof OtherSubscription>[0]> = {}) =>
  textOf(
    renderToStaticMarkup(
      createElement(OtherSubscription, {
        ...{ plan, kept, now: 1_070, connected: 'none', onConnect: () => {}, onRetry: () => {} },
        seen: { subscription, isUnreachable: false },
        ...more,
      }),
    ),
  )

test('behavior: the offer says receiver, amounts, end, total and how to stop before the click', () => {
  const text = textOf(renderToStaticMarkup(createElement(OfferTerms, { plan })))
  for (const fact of [
    'Paid to The Harbour Post 0x2000000000000000000000000000000000000002',
    'Payments 5 USDX now, then 5 USDX every minute',
    'Ends 1 hour after you press Subscribe. It does not renew.',
    'In total 300 USDX at most (60 payments)',
    'To stop At any time: “End the subscription” on this page, or Settings, then Permissions in your wallet.',
  ])
    expect(text).toContain(fact)
})

test('behavior: a subscription whose wallet is not connected shows payer, amount, next payment, end and the way to end it', () => {
  const text = other()
  for (const fact of [
    'Your subscription is running',
    'Paid from 0x3000…000A',
    'Amount 5 USDX every minute',
    `Next payment ${dateText(1_120)}`,
    `Ends ${dateText(4_599)}`,
    'Paid so far 5 USDX',
    'Connect this wallet',
    'choose Settings, then Permissions',
  ])
    expect(text).toContain(fact)
  expect(other({ connected: 'other' })).toContain('Another wallet is connected now')
  expect(other({ connected: 'pending' })).not.toContain('Connect this wallet')
})

test('behavior: an end that the reader has not seen is told with the paid sum', () => {
  const over = (seen: Parameters<typeof EndedSubscription>[0]['seen']) =>
    textOf(
      renderToStaticMarkup(
        createElement(EndedSubscription, { plan, kept: { ...kept, state: 'over' }, seen, onDismiss: () => {} }),
      ),
    )
  const ended = over({ subscription: { ...subscription, ended: 'revoked' }, isUnreachable: false })
  for (const fact of [
    'Your subscription has ended',
    'It has ended. You will not be charged again. Paid 5 USDX.',
    '0x3000…000A',
    'Dismiss',
  ])
    expect(ended).toContain(fact)
  expect(over({ subscription: { ...subscription, ended: 'expired' }, isUnreachable: false })).toContain('has expired.')
  // Not known again after a reload, and no other subscription's sum.
  expect(over({ subscription: undefined, isUnreachable: true })).not.toContain('Paid')
  expect(over({ subscription: { ...subscription, pci: 'p2' }, isUnreachable: false })).not.toContain('Paid')
})

test('behavior: an unknown state is called unknown, and can be asked for again', () => {
  for (const seen of [
    { subscription: undefined, isUnreachable: true },
    { subscription, isUnreachable: true },
  ]) {
    const text = other({ seen })
    expect(text).toContain('Your subscription may be running')
    expect(text).toContain('it is not known whether payments continue')
    expect(text).toContain('Ask again')
    expect(text).toContain('Next payment, if it runs')
  }
  const asking = other({ seen: { subscription: undefined, isUnreachable: false } })
  expect(asking).toContain('Asking the newspaper')
  expect(asking).toContain('Paid, as last known Not known')
  // Allowed, and not confirmed by the newspaper.
  expect(other({ kept: { ...kept, state: 'allowed' }, seen: { subscription: null, isUnreachable: false } })).toContain(
    'may be running',
  )
})

test('behavior: the next payment is the start of the next period, and none follows the last', () => {
  const times = { startsAt: 1_000, endsAt: 1_179, period: 60 }
  expect(nextPayment({ ...times, now: 900 })).toBe(1_000)
  expect(nextPayment({ ...times, now: 1_000 })).toBe(1_060)
  expect(nextPayment({ ...times, now: 1_119 })).toBe(1_120)
  expect(nextPayment({ ...times, now: 1_120 })).toBeUndefined()
})

test('behavior: periods and durations are in the largest exact unit', () => {
  expect([60, 3_600, 5_400, 7_200, 86_400, 30 * 86_400, 61].map(spanText)).toEqual([
    ...['every minute', 'every hour', 'every 90 minutes', 'every 2 hours'],
    ...['every day', 'every 30 days', 'every 61 seconds'],
  ])
  expect([3_600, 60].map(durationText)).toEqual(['1 hour', '1 minute'])
})

test('behavior: a failed step has the page’s text about the money, or the kit’s text', () => {
  const failed = (step: 'asking' | 'ending', cause: unknown) => toFailure({ step, cause })
  expect(failed('asking', new ServiceError('user_rejected')).text).toMatch(/nothing is paid/)
  expect(failed('ending', new ServiceError('user_rejected')).text).toMatch(/continues/)
  expect(failed('asking', new ServiceError('wallet_lacks_method')).text).toMatch(/email address or a social login/)
  const unknown = new ServiceError('frame_busy')
  expect(failed('asking', unknown)).toEqual({ text: undefined, coded: unknown })
  expect(failed('asking', new TypeError('Failed to fetch')).text).toBe('The newspaper does not answer at the moment.')
  expect(failed('asking', new DOMException('late', 'TimeoutError')).text).toBe(
    'The newspaper does not answer at the moment.',
  )
  expect(failed('asking', new Error('A payment is on its way.')).text).toBe('A payment is on its way.')
  expect(toFailure(undefined)).toEqual({ text: undefined, coded: undefined })
})

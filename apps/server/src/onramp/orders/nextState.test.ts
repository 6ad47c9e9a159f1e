import { canFollow, type OrderState, paymentStates } from '@latchkey/protocol'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { PayoutState, PayoutStatus } from '../../treasury/Treasury.ts'
import type { ProviderPayment } from '../providers/OnrampProvider.ts'
import { applyPayment, applyPayout, giveUp, type Standing, type Terms } from './nextState.ts'

const now = new Date('2026-11-21T00:00:00Z')
const total = { amount: '100.00', currency: 'USD' }
const processor: Terms = { total, deliversItself: false }
const seller: Terms = { total, deliversItself: true }
const fresh: Standing = {
  state: 'created',
  payment: 'waiting',
  reason: null,
  refund: 'none',
  hash: null,
  isRehearsal: false,
  paidAt: null,
  endedAt: null,
}
const payment = (state: ProviderPayment['state'], more: Partial<ProviderPayment> = {}): ProviderPayment => ({
  state,
  paid: ['paid', 'refunding', 'refunded'].includes(state) ? total : undefined,
  ended: state === 'ended' ? 'expired' : undefined,
  isRehearsal: false,
  ...more,
})
const payout = (state: PayoutState): PayoutStatus => ({
  id: 'one',
  state,
  hash: state === 'mined' || state === 'final' ? '0xab' : undefined,
  reason: undefined,
})

describe('applyPayment', () => {
  test('default', () => {
    expect(applyPayment(fresh, payment('processing'), processor, now)).toMatchObject({
      state: 'created',
      payment: 'processing',
    })
    expect(applyPayment(fresh, payment('paid'), processor, now)).toMatchObject({ state: 'paid', paidAt: now })
    expect(applyPayment(fresh, payment('ended', { ended: 'cancelled' }), processor, now)).toMatchObject({
      state: 'failed',
      reason: 'cancelled',
      refund: 'none',
      endedAt: now,
    })
  })

  test.each([
    ['less', { amount: '99.99', currency: 'USD' }],
    ['more', { amount: '100.01', currency: 'USD' }],
    ['another currency', { amount: '100.00', currency: 'EUR' }],
    ['nobody knows how much', undefined],
    ['no amount', { amount: '1e2', currency: 'USD' }],
  ])('behavior: refunds an amount that differs from the order’s: %s', (_, paid) => {
    const after = applyPayment(fresh, payment('paid', { paid }), processor, now)
    expect(after).toMatchObject({ state: 'failed', reason: 'paid_otherwise', refund: 'pending', endedAt: null })
    expect(applyPayment(after, payment('refunded'), processor, now)).toMatchObject({
      state: 'refunded',
      refund: 'done',
      endedAt: now,
    })
  })

  test('behavior: the same amount with other digits is equal', () => {
    const paid = { amount: '100', currency: 'USD' }
    expect(applyPayment(fresh, payment('paid', { paid }), processor, now).state).toBe('paid')
  })

  test('behavior: refunds a payment after the end', () => {
    const ended = applyPayment(fresh, payment('ended'), processor, now)
    expect(applyPayment(ended, payment('paid'), processor, now)).toMatchObject({
      state: 'failed',
      reason: 'paid_late',
      refund: 'pending',
      endedAt: null,
    })
    expect(applyPayment(ended, payment('refunded'), processor, now)).toMatchObject({
      state: 'refunded',
      reason: 'paid_late',
    })
  })

  test('behavior: an earlier payment status that is read late reverts nothing', () => {
    const paid = applyPayment(fresh, payment('paid'), processor, now)
    expect(applyPayment(paid, payment('processing'), processor, now)).toMatchObject({ state: 'paid', payment: 'paid' })
  })

  test('behavior: a payment that the bank reverses before the payout is owed ends the order', () => {
    const paid = applyPayment(fresh, payment('paid'), processor, now)
    for (const before of [fresh, paid]) {
      expect(applyPayment(before, payment('refunded'), processor, now)).toMatchObject({
        state: 'refunded',
        reason: 'payment_returned',
      })
    }
  })

  test('behavior: one answer of a seller may advance several states', () => {
    const delivery = { state: 'delivered', hash: '0xcd' } as const
    const after = applyPayment(fresh, payment('paid', { delivery }), seller, now)
    expect(after).toMatchObject({ state: 'delivered', hash: '0xcd', paidAt: now, endedAt: now, refund: 'none' })
  })

  test('behavior: a payment that a seller reports after the end resumes the order', () => {
    const ended = applyPayment(fresh, payment('ended'), seller, now)
    const paid = applyPayment(ended, payment('paid'), seller, now)
    expect(paid).toMatchObject({ state: 'paid', reason: null, refund: 'none', paidAt: now, endedAt: null })
    const delivery = { state: 'delivered', hash: '0xcd' } as const
    expect(applyPayment(ended, payment('paid', { delivery }), seller, now)).toMatchObject({
      ...{ state: 'delivered', reason: null, refund: 'none', hash: '0xcd', endedAt: now },
    })
    expect(applyPayment(ended, payment('refunded'), seller, now)).toMatchObject({
      ...{ state: 'refunded', reason: 'payment_returned', refund: 'done' },
    })
    expect([canFollow('failed', 'paid'), canFollow('refunded', 'paid')]).toEqual([true, false])
  })

  test('behavior: a seller that sold but could not send has a failed delivery, and we refund nothing', () => {
    const delivery = { state: 'failed', hash: undefined } as const
    const after = applyPayment(fresh, payment('ended', { ended: 'declined', delivery }), seller, now)
    expect(after).toMatchObject({ state: 'failed', reason: 'delivery_failed', refund: 'none', endedAt: now })
  })

  test('behavior: an undeliverable order of a seller is refunded', () => {
    const failed = applyPayment(fresh, payment('paid', { delivery: { state: 'failed', hash: undefined } }), seller, now)
    expect(failed).toMatchObject({ state: 'failed', reason: 'delivery_failed', refund: 'pending' })
    expect(applyPayment(failed, payment('refunded'), seller, now).state).toBe('refunded')
  })
})

describe('applyPayout', () => {
  const delivering: Standing = { ...fresh, state: 'delivering', payment: 'paid', paidAt: now }

  test('default', () => {
    expect(applyPayout(delivering, payout('sending'), now)).toEqual(delivering)
    expect(applyPayout(delivering, payout('mined'), now)).toMatchObject({
      state: 'delivered',
      hash: '0xab',
      endedAt: now,
    })
    expect(applyPayout(delivering, payout('final'), now)).toMatchObject({ state: 'delivered', hash: '0xab' })
    expect(applyPayout(delivering, payout('failed'), now)).toMatchObject({
      state: 'failed',
      reason: 'delivery_failed',
      refund: 'pending',
    })
  })

  test('behavior: a replaced block changes nothing, unless the payout has failed for good: then the payment is refunded', () => {
    const mined = applyPayout(delivering, payout('mined'), now)
    expect(applyPayout(mined, payout('sending'), now)).toEqual(mined)
    const lost = applyPayout(mined, payout('failed'), now)
    expect(lost).toMatchObject({ state: 'delivered', refund: 'pending', reason: 'delivery_failed', hash: null })
    const back = applyPayment(lost, payment('refunded'), processor, now)
    expect(back).toMatchObject({ state: 'delivered', refund: 'done' })
    expect(applyPayout(back, payout('failed'), now)).toEqual(back)
  })
})

type Event =
  | { kind: 'payment'; payment: ProviderPayment }
  | { kind: 'owe' }
  | { kind: 'payout'; state: PayoutState }
  | { kind: 'refund' }
  | { kind: 'giveUp' }

const payments = fc.record({
  state: fc.constantFrom(...paymentStates),
  paid: fc.constantFrom(total, { amount: '99.00', currency: 'USD' }, undefined),
  ended: fc.constantFrom('cancelled' as const, 'expired' as const, 'declined' as const, undefined),
  isRehearsal: fc.boolean(),
})
const events = fc.oneof(
  { weight: 6, arbitrary: payments.map((one): Event => ({ kind: 'payment', payment: one })) },
  { weight: 3, arbitrary: fc.constant<Event>({ kind: 'owe' }) },
  {
    weight: 3,
    arbitrary: fc
      .constantFrom<PayoutState>('waiting', 'sending', 'mined', 'final', 'failed')
      .map((state): Event => ({ kind: 'payout', state })),
  },
  { weight: 2, arbitrary: fc.constant<Event>({ kind: 'refund' }) },
  { weight: 1, arbitrary: fc.constant<Event>({ kind: 'giveUp' }) },
)

function isFinalState(state: OrderState): boolean {
  return state === 'delivered' || state === 'refunded'
}

/** A cheap assertion, because it runs about a million times. */
function must(condition: boolean, what: string): void {
  if (!condition) throw new Error(what)
}

/** Models the engine, the treasury and the bank, as far as they matter: owed payouts, paid payouts and refunds. */
function play(sequence: readonly Event[]) {
  let standing = fresh
  let owed = 0
  let payoutState = 'waiting' as PayoutState
  let refunds = 0
  const path: OrderState[] = []
  const isSettled = () => payoutState === 'final' || payoutState === 'failed'
  const act = (event: Event) => {
    const before = standing
    if (event.kind === 'payment') standing = applyPayment(standing, event.payment, processor, now)
    if (event.kind === 'giveUp') standing = giveUp(standing)
    if (event.kind === 'owe' && standing.state === 'paid') {
      owed += 1
      standing = { ...standing, state: 'delivering' }
    }
    // The treasury never reverses a final or failed payout, and pays nothing that it does not owe.
    if (event.kind === 'payout' && owed > 0 && !isSettled()) payoutState = event.state
    if (event.kind === 'payout' && owed > 0) standing = applyPayout(standing, payout(payoutState), now)
    if (event.kind === 'refund' && standing.refund === 'pending') {
      refunds += 1
      standing = applyPayment(standing, payment('refunded'), processor, now)
    }
    if (before.state !== standing.state) path.push(standing.state)
    const isFinal = isFinalState(before.state)
    const isMoved = before.state !== standing.state
    must(!isFinal || !isMoved, 'a final state was left')
    must(!isMoved || canFollow(before.state, standing.state), 'a step that there is not')
    must(!before.paidAt || standing.paidAt !== null, 'a payment was forgotten')
    must(owed <= 1 && refunds <= 1, 'owed or given back twice')
    // A payout that may still happen, or has happened, excludes a refund.
    must(owed === 0 || payoutState === 'failed' || standing.refund === 'none', 'delivered and given back')
    must(standing.state !== 'refunded' || standing.refund === 'done', 'refunded, and not given back')
    must(standing.refund !== 'done' || isFinalState(standing.state), 'given back, and not over')
  }
  for (const event of sequence) act(event)
  // From here on, all parts work: a paid order reaches its end.
  for (const kind of ['owe', 'owe'] as const) act({ kind })
  if (owed > 0 && !isSettled()) act({ kind: 'payout', state: 'final' })
  else act({ kind: 'payout', state: payoutState })
  act({ kind: 'refund' })
  return { standing, owed, refunds, payoutState, path }
}

test('behavior: threat 104: for any events in any order, no order is delivered twice, or both delivered and refunded, and no payment is stuck', () => {
  fc.assert(
    fc.property(fc.array(events, { maxLength: 30 }), (sequence) => {
      const { standing, owed, payoutState } = play(sequence)
      if (standing.paidAt) {
        const isPaidOut = owed === 1 && payoutState === 'final' && standing.refund === 'none'
        const isDelivered = standing.state === 'delivered' && (isPaidOut || standing.refund === 'done')
        must(isDelivered || standing.state === 'refunded', 'money stayed')
      } else must(standing.state === 'created' || standing.state === 'failed', 'something for nothing')
    }),
    { numRuns: 10_000 },
  )
})

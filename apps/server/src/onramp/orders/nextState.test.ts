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
  ])('behavior: another amount than the order’s goes back: %s', (_, paid) => {
    const after = applyPayment(fresh, payment('paid', { paid }), processor, now)
    expect(after).toMatchObject({ state: 'failed', reason: 'paid_otherwise', refund: 'pending', endedAt: null })
    expect(applyPayment(after, payment('refunded'), processor, now)).toMatchObject({
      state: 'refunded',
      refund: 'done',
      endedAt: now,
    })
  })

  test('behavior: the same amount in other digits is the same', () => {
    const paid = { amount: '100', currency: 'USD' }
    expect(applyPayment(fresh, payment('paid', { paid }), processor, now).state).toBe('paid')
  })

  test('behavior: money that comes after the end goes back', () => {
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

  test('behavior: an earlier standing that is read late takes nothing back', () => {
    const paid = applyPayment(fresh, payment('paid'), processor, now)
    expect(applyPayment(paid, payment('processing'), processor, now)).toMatchObject({ state: 'paid', payment: 'paid' })
  })

  test('behavior: what the bank took back before anything was owed is over', () => {
    const paid = applyPayment(fresh, payment('paid'), processor, now)
    for (const before of [fresh, paid]) {
      expect(applyPayment(before, payment('refunded'), processor, now)).toMatchObject({
        state: 'refunded',
        reason: 'payment_returned',
      })
    }
  })

  test('behavior: a seller’s news may bring all steps at once', () => {
    const delivery = { state: 'delivered', hash: '0xcd' } as const
    const after = applyPayment(fresh, payment('paid', { delivery }), seller, now)
    expect(after).toMatchObject({ state: 'delivered', hash: '0xcd', paidAt: now, endedAt: now, refund: 'none' })
  })

  test('behavior: a payment that a seller reports after the end is the seller’s: the order goes on', () => {
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

  test('behavior: what a seller sold and could not send was not refused: the delivery failed, and nothing of ours goes back', () => {
    const delivery = { state: 'failed', hash: undefined } as const
    const after = applyPayment(fresh, payment('ended', { ended: 'declined', delivery }), seller, now)
    expect(after).toMatchObject({ state: 'failed', reason: 'delivery_failed', refund: 'none', endedAt: now })
  })

  test('behavior: what a seller could not deliver goes back', () => {
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

  test('behavior: a block that is undone changes nothing, unless it can never be delivered again: then the money goes back', () => {
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

/** An expectation that costs nothing: it is asked some million times. */
function must(condition: boolean, what: string): void {
  if (!condition) throw new Error(what)
}

/** The engine, the treasury and the bank, as far as they count: what was owed once, paid out, and given back. */
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
    // The treasury never takes back what it called final or failed, and pays nothing that nobody owes.
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
    // Nothing that may still be paid out, or was, is given back.
    must(owed === 0 || payoutState === 'failed' || standing.refund === 'none', 'delivered and given back')
    must(standing.state !== 'refunded' || standing.refund === 'done', 'refunded, and not given back')
    must(standing.refund !== 'done' || isFinalState(standing.state), 'given back, and not over')
  }
  for (const event of sequence) act(event)
  // From here on all do their work: what was paid comes to an end.
  for (const kind of ['owe', 'owe'] as const) act({ kind })
  if (owed > 0 && !isSettled()) act({ kind: 'payout', state: 'final' })
  else act({ kind: 'payout', state: payoutState })
  act({ kind: 'refund' })
  return { standing, owed, refunds, payoutState, path }
}

test('behavior: threat 104: whatever comes in whatever order, nothing is delivered twice, or delivered and given back, and no money stays', () => {
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

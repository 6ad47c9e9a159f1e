import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { swapPreviewOf, swapQuoteOf, swapTokens } from '../testing/swapFixtures.ts'
import type { TransactionFailure } from '../transactions/TransactionsFeature.ts'
import { defaultSlippage, initialSwap } from './initialSwap.ts'
import type { SwapIssue, SwapStep } from './SwapFeature.ts'
import { initialMachine, type SwapEvent, type SwapMachine, swapReducer } from './swapReducer.ts'

const preview = fc.constantFrom(swapPreviewOf(), swapPreviewOf({ fromAmountText: '2' }))
const hash = fc.constantFrom('0x1' as const, '0x2' as const)
const transactionId = fc.constantFrom('a', 'b')
const attempt = fc.integer({ min: 1, max: 3 })
const token = fc.constantFrom(undefined, ...Object.values(swapTokens))
const is = <T extends string>(type: T) => fc.constant(type)
const issue: fc.Arbitrary<SwapIssue> = fc.record({
  field: fc.constantFrom('from', 'to', 'amount', 'slippage', 'transaction'),
  ...{ code: is('invalid_amount'), message: is('') },
})
const error: fc.Arbitrary<TransactionFailure> = fc.record({
  ...{ code: is('send_failed'), message: is(''), details: fc.constant(undefined) },
  moneyMoved: fc.constantFrom('no', 'only-network-cost', 'unknown'),
})
const step: fc.Arbitrary<SwapStep> = fc.constantFrom('resetApproval', 'approve', 'permit', 'swap', 'batch')
const event: fc.Arbitrary<SwapEvent> = fc.oneof(
  fc.record({
    type: is('edited'),
    form: fc.record({ from: token, to: token, amount: fc.string(), slippage: fc.double() }, { requiredKeys: [] }),
  }),
  fc.record({ type: fc.constantFrom('flipped' as const, 'reset' as const, 'quoteAsked' as const) }),
  fc.record({
    ...{ type: is('quoteReady'), quote: fc.constant(swapQuoteOf()), toAmountText: is('2') },
    ...{ rate: fc.constant(2), at: fc.nat() },
  }),
  fc.record({ type: is('quoteFailed'), error, keep: fc.boolean() }),
  fc.record({ type: is('prepareStarted'), attempt }),
  fc.record({ type: is('formRefused'), attempt, issues: fc.array(issue, { minLength: 1, maxLength: 2 }) }),
  fc.record({ type: is('previewReady'), attempt, preview }),
  fc.record({ type: is('prepareFailed'), attempt, error }),
  fc.record({ type: is('held'), issue }),
  fc.record({ type: is('working'), preview, step, waitsFor: fc.constantFrom('wallet', 'block') }),
  fc.record({ type: is('declined'), preview, issue }),
  fc.record({ type: fc.constantFrom('stopped' as const, 'emptied' as const), issue }),
  fc.record({ type: is('failed'), preview, hash: fc.option(hash, { nil: undefined }), error }),
  fc.record({ type: is('handedOver'), preview, transactionId, hash }),
  fc.record({ type: is('waits'), transactionId, hash, slow: fc.boolean() }),
  fc.record({ type: is('confirmed'), transactionId, hash, received: fc.constantFrom('2', undefined) }),
  fc.record({ type: is('notDone'), preview, transactionId, hash: fc.option(hash, { nil: undefined }), error }),
)
const play = (events: readonly SwapEvent[]) => events.reduce(swapReducer, initialMachine)
const form = { from: swapTokens.usd, to: swapTokens.kit, amount: '1', slippage: 1 }

describe('behavior: with random events in random order', () => {
  const check = (holds: (before: SwapMachine, event: SwapEvent, after: SwapMachine) => void) =>
    fc.assert(
      fc.property(fc.array(event, { maxLength: 40 }), (events) => {
        let machine = initialMachine
        for (const next of events) {
          const after = swapReducer(machine, next)
          holds(machine, next, after)
          machine = after
        }
      }),
    )

  test('during a wallet request, only its result changes the status', () => {
    check(({ state: before }, next, { state: after }) => {
      if (before.status !== 'working') return
      const leads = ['working', 'declined', 'stopped', 'emptied', 'failed', 'handedOver']
      if (!leads.includes(next.type)) expect(after.status).toBe('working')
      if (!leads.includes(next.type)) expect(after.form).toBe(before.form)
    })
  })

  test('a swap is submitted only after a wallet request', () => {
    check(({ state: before }, next, { state: after }) => {
      if (after.status !== 'pending' || before.status === 'pending' || before.status === 'confirmed') return
      expect(next.type).toBe('handedOver')
      expect(['working', 'failed']).toContain(before.status)
    })
  })

  test('only the current preparation creates a preview', () => {
    check((before, next, { state: after }) => {
      if (next.type !== 'previewReady' || before.state === after) return
      expect(before.attempt).toBe(next.attempt)
      expect(before.state.status).toBe('preparing')
    })
  })

  test('a shown result belongs to the submitted transaction', () => {
    check(({ state: before }, next, { state: after }) => {
      if (after === before || (next.type !== 'confirmed' && next.type !== 'waits' && next.type !== 'notDone')) return
      // Or to one that may have been submitted, because the wallet was silent.
      if (next.type === 'notDone' && before.status === 'failed')
        expect(before).toMatchObject({ preview: next.preview, error: { moneyMoved: 'unknown' } })
      else expect(before).toMatchObject({ transactionId: next.transactionId })
    })
  })

  test('a quote is never kept for another form', () => {
    check(({ state: before }, next, { state: after }) => {
      const same = (['from', 'to', 'amount'] as const).every((key) => before.form[key] === after.form[key])
      if (!same && next.type !== 'quoteReady') expect(after.pricing.quote).toBeUndefined()
    })
  })
})

test('default: every form starts with the same slippage, in percent (spec 9.24)', () => {
  expect(defaultSlippage).toBe(1)
  expect(initialSwap.form.slippage).toBe(defaultSlippage)
  const reset = play([{ type: 'edited', form: { slippage: 5 } }, { type: 'reset' }])
  expect(reset.state.form.slippage).toBe(defaultSlippage)
})

test('default', () => {
  const shown = swapPreviewOf()
  const pending = play([
    { type: 'edited', form },
    { type: 'prepareStarted', attempt: 1 },
    { type: 'previewReady', attempt: 1, preview: shown },
    { type: 'working', preview: shown, step: 'swap', waitsFor: 'wallet' },
    { type: 'handedOver', preview: shown, transactionId: 'a', hash: '0x1' },
  ])
  expect(pending.state).toMatchObject({ status: 'pending', form: { ...form, amount: '' }, slow: false })
  const end = swapReducer(pending, { type: 'confirmed', transactionId: 'a', hash: '0x1', received: '2' })
  expect(end.state).toMatchObject({ status: 'confirmed', received: '2' })
  // A reorganization removed its block.
  const again = swapReducer(end, { type: 'waits', transactionId: 'a', hash: '0x1', slow: false })
  expect(again.state).toMatchObject({ status: 'pending', preview: shown })
})

test('behavior: exchanging the tokens turns the quoted amount into the amount', () => {
  const quoted = play([
    { type: 'edited', form },
    { type: 'quoteReady', quote: swapQuoteOf(), toAmountText: '2', rate: 2, at: 1 },
  ])
  const { state } = swapReducer(quoted, { type: 'flipped' })
  expect(state.form).toStrictEqual({ from: swapTokens.kit, to: swapTokens.usd, amount: '2', slippage: 1 })
  expect(state.pricing.quote).toBeUndefined()
})

test('behavior: a change of the slippage keeps the quote, and removes only the issues of changed fields', () => {
  const refused = play([
    { type: 'edited', form },
    { type: 'quoteReady', quote: swapQuoteOf(), toAmountText: '2', rate: 2, at: 1 },
    { type: 'prepareStarted', attempt: 1 },
    {
      ...{ type: 'formRefused', attempt: 1 },
      issues: (['amount', 'slippage', 'transaction'] as const).map((field) => ({
        ...{ field, code: 'invalid_amount', message: '' },
      })),
    },
  ])
  const { state } = swapReducer(refused, { type: 'edited', form: { slippage: 2 } })
  expect(state.issues.map(({ field }) => field)).toStrictEqual(['amount'])
  expect(state.pricing.quote).toStrictEqual(swapQuoteOf())
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TrackedTransaction, TransactionCall, TransactionStatus } from '../transactions/TransactionsFeature.ts'
import { initialMachine } from './formReducer.ts'
import { emptyForm, noReceiver } from './initialSend.ts'
import type { SendIssue, SendPreview } from './SendFeature.ts'
import { type SendEvent, type SendFailure, sendReducer } from './sendReducer.ts'

const token: SendPreview['token'] = {
  name: 'Ether',
  symbol: 'ETH',
  chainId: 'eip155:1',
  value: null,
  price: null,
  quantity: { decimals: '18', numeric: '1' },
  iconUrl: null,
}
const toPreview = (amount: bigint): SendPreview => ({
  chainId: 'eip155:1',
  from: '0x',
  receiver: '0x',
  token,
  amount,
  amountText: String(amount),
  value: null,
  remainingText: '0',
  transaction: { namespace: 'eip155', to: '0x', value: amount, data: '0x', gas: 1n, gasPrice: 1n },
  speed: 'standard',
  networkCostText: '0',
  networkCostValue: null,
  nativeSymbol: 'ETH',
  transferFeeText: null,
  transferFeeChecked: true,
})
const preview = fc.constantFrom(toPreview(1n), toPreview(2n))
const hash = fc.constantFrom('0x1' as const, '0x2' as const)
const attempt = fc.integer({ min: 1, max: 3 })
const issue: fc.Arbitrary<SendIssue> = fc.record({
  field: fc.constantFrom('token', 'sendTokenAmount', 'receiverAddress', 'transaction'),
  code: fc.constant('invalid_amount'),
  message: fc.constant(''),
})
const error: fc.Arbitrary<SendFailure> = fc.constant({
  code: 'send_failed',
  message: '',
  details: undefined,
  moneyMoved: 'unknown',
})
const is = <T extends string>(type: T) => fc.constant(type)
const id = fc.constantFrom('1', '2')
const status: fc.Arbitrary<TransactionStatus> = fc.oneof(
  fc.constant({ type: 'asked' as const }),
  fc.constant({ type: 'uncertain' as const }),
  fc.record({ type: is('pending'), hash, slow: fc.boolean(), reorged: fc.boolean() }),
  fc.record({ type: is('confirmed'), hash, block: fc.constant(1n), final: fc.boolean() }),
  fc.record({ type: is('canceled'), hash }),
  fc.record({ type: is('failed'), hash, error }),
)
const transaction: fc.Arbitrary<TrackedTransaction> = fc.record({
  id,
  chainId: is('eip155:1'),
  from: is('0x'),
  call: fc.constant(toPreview(1n).transaction as TransactionCall),
  summary: fc.constant({ type: 'send' as const, symbol: 'ETH', amountText: '1', iconUrl: null, receiver: '0x' }),
  status,
  nonce: fc.constant(undefined),
  hashes: fc.constant([]),
  canceling: fc.constant(false),
  askedAt: fc.constant(0),
})
const event: fc.Arbitrary<SendEvent> = fc.oneof(
  fc.record({ type: is('edited'), form: fc.record({ sendTokenAmount: fc.string() }) }),
  fc.record({ type: is('reset') }),
  fc.record({ type: is('prepareStarted'), attempt }),
  fc.record({ type: is('formRefused'), attempt, issues: fc.array(issue, { minLength: 1, maxLength: 3 }) }),
  fc.record({ type: is('previewReady'), attempt, preview }),
  fc.record({ type: is('prepareFailed'), attempt, error }),
  fc.record({ type: is('signStarted') }),
  fc.record({ type: is('signDeclined'), issue }),
  fc.record({ type: is('previewOutdated'), issue }),
  fc.record({ type: is('signFailed'), preview, error }),
  fc.record({ type: is('handedOver'), preview, id, hash }),
  fc.record({ type: is('silent'), preview, id, error }),
  fc.record({ type: is('resumed'), preview, transaction }),
  fc.record({ type: is('tracked'), transaction }),
  fc.record({ type: is('named'), typed: fc.constantFrom('a.eth', 'b.eth'), receiver: fc.constant(noReceiver) }),
)

test('behavior: only a preview can be signed, only a signed one becomes pending, and then the list decides', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 60 }), (events) => {
      let machine = initialMachine
      for (const next of events) {
        const before = machine.state
        machine = sendReducer(machine, next)
        const { state } = machine
        expect(machine.attempt !== undefined).toBe(state.status === 'preparing')
        if (state === before) continue
        if (state.status === 'signing') {
          expect(before.status).toBe('preview')
          expect(before.status === 'preview' && before.preview).toBe(state.preview)
        }
        if (before.status === 'signing')
          expect(['preview', 'editing', 'failed', 'pending', 'uncertain']).toContain(state.status)
        if (before.status === 'signing' && state.status === 'editing') expect(next.type).toBe('previewOutdated')
        const wasSent = 'transactionId' in before && before.transactionId !== undefined
        if ('transactionId' in state && state.transactionId !== undefined) {
          expect(state.form).toStrictEqual(emptyForm)
          if (next.type === 'tracked') {
            expect(wasSent && before.transactionId).toBe(state.transactionId)
            expect(next.transaction.status.type).toBe(state.status)
            expect(wasSent && before.preview).toBe(state.preview)
          } else expect(['handedOver', 'silent', 'resumed']).toContain(next.type)
        }
        if (state.status === 'failed' && !('transactionId' in state)) expect(state.hash).toBeUndefined()
      }
    }),
    { numRuns: 1000 },
  )
})

test('behavior: an edit removes the issues of the edited fields and of the whole transaction', () => {
  const issues: SendIssue[] = (['token', 'sendTokenAmount', 'receiverAddress', 'transaction'] as const).map(
    (field) => ({
      field,
      code: 'invalid_amount',
      message: '',
    }),
  )
  const machine = {
    state: { status: 'editing' as const, form: emptyForm, receiver: noReceiver, issues },
    attempt: undefined,
  }
  const { state } = sendReducer(machine, { type: 'edited', form: { sendTokenAmount: '1' } })
  expect(state.issues.map(({ field }) => field)).toStrictEqual(['token', 'receiverAddress'])
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { emptyForm, initialSend } from './formReducer.ts'
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
  transaction: { to: '0x', value: amount, data: '0x', gas: 1n, gasPrice: 1n },
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
  fc.record({ type: is('handedOver'), preview, hash }),
  fc.record({ type: is('resumed'), preview, hash }),
  fc.record({ type: is('slow'), hash }),
  fc.record({ type: is('confirmed'), hash, block: fc.constant(1n) }),
  fc.record({ type: is('failed'), hash, error }),
)

test('behavior: only a preview can be signed, only what was signed becomes pending, ends are ends of the same hash', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 60 }), (events) => {
      let machine = initialSend
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
        if (before.status === 'signing') expect(['preview', 'editing', 'failed', 'pending']).toContain(state.status)
        if (before.status === 'signing' && state.status === 'editing') expect(next.type).toBe('previewOutdated')
        if (state.status === 'pending' && before.status !== 'pending' && next.type === 'handedOver') {
          expect('preview' in before && before.preview).toBe(state.preview)
          expect(state.form).toStrictEqual(emptyForm)
        }
        if (state.status === 'confirmed') {
          expect(before.status).toBe('pending')
          expect(before.status === 'pending' && before.hash).toBe(state.hash)
        }
        if (state.status === 'failed' && before.status === 'pending') expect(state.hash).toBe(before.hash)
      }
    }),
    { numRuns: 1000 },
  )
})

test('behavior: an edit takes away the issues of what was edited, and those about the whole', () => {
  const issues: SendIssue[] = (['token', 'sendTokenAmount', 'receiverAddress', 'transaction'] as const).map(
    (field) => ({
      field,
      code: 'invalid_amount',
      message: '',
    }),
  )
  const machine = { state: { status: 'editing' as const, form: emptyForm, issues }, attempt: undefined }
  const { state } = sendReducer(machine, { type: 'edited', form: { sendTokenAmount: '1' } })
  expect(state.issues.map(({ field }) => field)).toStrictEqual(['token', 'receiverAddress'])
})

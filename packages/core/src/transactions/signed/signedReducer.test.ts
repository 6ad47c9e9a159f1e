import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type SignedRecord, signedFormat } from './SignedRecord.ts'
import { type SignedEvent, signedReducer } from './signedReducer.ts'

const asked: SignedRecord = {
  ...{ id: 'a'.repeat(32), chainId: 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328', from: 'bcrt1q', connectorId: 'w' },
  summary: { type: 'send', symbol: 'BTC', amountText: '1', iconUrl: null, receiver: 'bcrt1p' },
  payment: { networkCostText: '0.001', feeRate: 5_000n, vsize: 141 },
  status: { type: 'asked' },
  ...{ canceling: false, askedAt: 1, isSentByWallet: false, versions: [], settled: false },
}
const refusal = { code: 'send_failed', message: '', details: undefined, moneyMoved: 'no' } as const
const run = (events: readonly SignedEvent[], record = asked) => events.reduce(signedReducer, record)
const signed: SignedEvent = { type: 'signed', signed: { hash: 'one', raw: '00', plan: '{}' }, at: 2 }
const mined = (hash: string, change: Partial<Extract<SignedEvent, { type: 'mined' }>> = {}): SignedEvent => ({
  ...{ type: 'mined', hash, ok: true, block: 7, final: false, details: undefined, at: 3 },
  ...change,
})
const another = (cancels: boolean): SignedEvent => ({
  ...{ type: 'replacedBySelf', signed: { hash: 'two', raw: '01' }, cancels },
  payment: { networkCostText: '0.002', feeRate: 9_000n, vsize: 141 },
})

describe('signedReducer', () => {
  test('default: signed, in a block, final', () => {
    expect(run([signed]).status).toMatchObject({ type: 'pending', hash: 'one' })
    expect(run([signed, mined('one')])).toMatchObject({ status: { type: 'confirmed', final: false }, settled: false })
    expect(run([signed, mined('one', { final: true })])).toMatchObject({ status: { final: true }, settled: true })
  })

  test('behavior: a payment that nodes refused counts as paid if it is in a block', () => {
    const refused = run([signed, { type: 'refused', failure: refusal, at: 3 }])
    expect(refused).toMatchObject({ status: { type: 'failed' }, settled: false })
    expect(run([mined('one')], refused).status.type).toBe('confirmed')
    const known = run([{ type: 'known' }], refused)
    expect(known).toMatchObject({ status: { type: 'pending', hash: 'one' }, isRefused: undefined, endedAt: undefined })
    expect(run([{ type: 'known' }, { type: 'expired', at: 4 }], known).settled).toBe(true)
    expect(run([{ type: 'expired', at: 4 }], refused)).toMatchObject({ status: { error: refusal }, settled: true })
  })

  test('behavior: a faster version is the same payment, a cancellation is not', () => {
    const faster = run([signed, another(false)])
    expect(faster).toMatchObject({ status: { type: 'pending', hash: 'two' }, payment: { feeRate: 9_000n } })
    expect(run([mined('two')], faster).status).toMatchObject({ type: 'confirmed', hash: 'two' })
    const canceling = run([signed, another(true)])
    expect(canceling).toMatchObject({ status: { type: 'pending', hash: 'one' }, canceling: true })
    expect(run([mined('two')], canceling).status).toStrictEqual({ type: 'canceled', hash: 'two' })
    expect(run([mined('one')], canceling).status).toMatchObject({ type: 'confirmed', hash: 'one' })
  })

  test('behavior: a reorganization that removes the block makes the payment pending again', () => {
    expect(run([signed, mined('one'), { type: 'lost' }]).status).toMatchObject({ type: 'pending', reorged: true })
    const failed = run([signed, mined('one', { ok: false })])
    expect(failed.status).toMatchObject({ error: { moneyMoved: 'only-network-cost' } })
    expect(run([{ type: 'lost' }], failed).status.type).toBe('pending')
  })

  test('behavior: only a wallet that sends the payment makes its state uncertain', () => {
    expect(run([{ type: 'left' }]).status.type).toBe('asked')
    const sending = { ...asked, isSentByWallet: true }
    expect(run([{ type: 'left' }], sending).status.type).toBe('uncertain')
    const expired = [signed, { type: 'expired', at: 4 }] as const
    expect(run(expired).status).toMatchObject({ error: { code: 'transaction_expired', moneyMoved: 'no' } })
    expect(run(expired, sending).status).toMatchObject({
      error: { code: 'transaction_expired', moneyMoved: 'unknown' },
    })
  })

  test('property: settled payments stay, mined ones are never called unpaid, and all records survive a reload', () => {
    const at = fc.constant(5)
    const hash = fc.constantFrom('one', 'two', 'three')
    const event: fc.Arbitrary<SignedEvent> = fc.oneof(
      fc.constantFrom<SignedEvent>(
        { type: 'left' },
        { type: 'slow' },
        { type: 'known' },
        { type: 'lost' },
        signed,
        another(true),
        another(false),
      ),
      fc.record({ type: fc.constant('canceling' as const), canceling: fc.boolean() }),
      fc.record({ type: fc.constant('expired' as const), at }),
      fc.record({ type: fc.constant('refused' as const), failure: fc.constant(refusal), at }),
      fc.record({ type: fc.constant('replaced' as const), final: fc.boolean(), at }),
      fc.tuple(hash, fc.boolean(), fc.boolean()).map(([of, ok, final]) => mined(of, { ok, final })),
    )
    fc.assert(
      fc.property(fc.array(event, { maxLength: 12 }), fc.boolean(), (events, isSentByWallet) => {
        let record: SignedRecord = { ...asked, isSentByWallet }
        for (const one of events) {
          const next = signedReducer(record, one)
          if (record.settled) expect(next).toBe(record)
          const isMined = one.type === 'mined' && one.ok && record.versions.some((version) => version.hash === one.hash)
          if (isMined && !record.settled) expect(['confirmed', 'canceled']).toContain(next.status.type)
          // Nothing removes a version from its list.
          expect(next.versions.slice(0, record.versions.length)).toStrictEqual(record.versions)
          record = next
        }
        expect(signedFormat.read(signedFormat.write([record]))).toEqual([record])
      }),
      { numRuns: 400 },
    )
  })
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  endedKept,
  pruneTransactions,
  readTransactions,
  recordLimit,
  type TransactionRecord,
  writeTransactions,
} from './transactionRecord.ts'
import { type TransactionEvent, transactionReducer } from './transactionReducer.ts'

const hashOf = (number: number) => `0x${number.toString(16).padStart(64, '0')}` as const
const asked: TransactionRecord = {
  id: '0'.repeat(32),
  chainId: 'eip155:1',
  from: '0x140BBf461e33044E4193730d1511EA2894edb528',
  call: { to: '0x140BBf461e33044E4193730d1511EA2894edb528', value: 1n, data: '0x', gas: 21_000n, gasPrice: 2n ** 70n },
  summary: { type: 'send', symbol: 'ETH', amountText: '1', iconUrl: null, receiver: '0x', receiverName: 'a.eth' },
  status: { type: 'asked' },
  nonce: undefined,
  hashes: [],
  canceling: false,
  askedAt: 1,
  connectorId: 'a',
  floor: { nonce: 3, block: 2n ** 60n, blockHash: '0x1' },
  cancelHashes: [],
  settled: false,
}

const is = <T extends string>(type: T) => fc.constant(type)
const hash = fc.integer({ min: 1, max: 4 }).map(hashOf)
const failure = { code: 'user_rejected', message: '', details: undefined, moneyMoved: 'no' } as const
const at = fc.constant(5)
const event: fc.Arbitrary<TransactionEvent> = fc.oneof(
  fc.record({ type: is('left') }),
  fc.record({ type: is('answered'), hash, at }),
  fc.record({ type: is('answered'), hash, at, cancel: fc.constant(true) }),
  fc.record({ type: is('taken'), batchId: fc.constant('0x1') }),
  fc.record({ type: is('refused'), failure: fc.constant(failure), at }),
  fc.record({ type: is('known'), nonce: fc.integer({ min: 0, max: 3 }), sender: fc.constant('0x') }),
  fc.record({ type: is('slow') }),
  fc.record({
    ...{ type: is('mined'), by: fc.constantFrom('itself', 'cancellation', 'stranger'), hash },
    ...{ ok: fc.boolean(), block: fc.constantFrom(1n, 2n), blockHash: fc.constantFrom('0xa', '0xb') },
  }),
  fc.record({ type: is('misnamed'), hash }),
  fc.record({ type: is('lost') }),
  fc.record({ type: is('buried'), at }),
  fc.record({ type: is('replaced'), at }),
  fc.record({ type: is('canceling'), canceling: fc.boolean() }),
  fc.record({ type: is('repriced'), gasPrice: fc.constantFrom(1n, 2n) }),
)

test('behavior: hashes are kept unless they are wrong, a transaction with a hash may have moved money, and ends are final', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 40 }), (events) => {
      let record = asked
      for (const next of events) {
        const before = record
        record = transactionReducer(record, next)
        const { status, hashes } = record
        const kept = before.hashes.filter((one) => !(next.type === 'misnamed' && one === next.hash))
        if (next.type === 'misnamed') expect([kept, before.hashes]).toContainEqual(hashes)
        else expect(hashes.slice(0, kept.length)).toStrictEqual(kept)
        expect(new Set(hashes).size).toBe(hashes.length)
        for (const own of record.cancelHashes) expect(hashes).toContain(own)
        if (status.type === 'failed' && status.error.moneyMoved === 'no')
          expect(hashes.filter((one) => !record.cancelHashes.includes(one))).toStrictEqual([])
        if (status.type === 'pending' || status.type === 'confirmed' || status.type === 'canceled')
          expect(hashes.length).toBeGreaterThan(0)
        if (status.type === 'confirmed') {
          expect(record.decided?.hash).toBe(status.hash)
          expect(status.final).toBe(record.settled)
        }
        // Only a hash of a transaction that was considered unsent reopens a settled one.
        if (before.settled && before.status !== status) {
          expect(next.type).toBe('answered')
          expect(before.status).toMatchObject({ type: 'failed', hash: undefined })
        }
        if (before.status.type !== 'asked') expect(status.type).not.toBe('asked')
        if (record !== before) expect(record).not.toStrictEqual(before)
      }
    }),
    { numRuns: 1000 },
  )
})

test('behavior: any record survives writing and reading', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 20 }), (events) => {
      const record = events.reduce(transactionReducer, asked)
      expect(readTransactions(writeTransactions([record]))).toEqual([record])
    }),
  )
})

test('behavior: an unreadable transaction is dropped, the others stay; an unreadable record gives an empty list', () => {
  const text = writeTransactions([asked, { ...asked, id: '1'.repeat(32) }]).replace('"eip155:1"', '"nowhere"')
  expect(readTransactions(text)).toEqual([{ ...asked, id: '1'.repeat(32) }])
  for (const bad of ['', '{', 'null', '[]', '{"version":3,"transactions":[]}', '{"version":2}'])
    expect(readTransactions(bad)).toStrictEqual([])
  expect(readTransactions(null)).toStrictEqual([])
})

test('behavior: the pending transactions of the earlier format remain pending', () => {
  const { to, value, data, gas, gasPrice } = asked.call
  const transaction = { to, value: String(value), data, gas: String(gas), gasPrice: String(gasPrice) }
  const preview = {
    ...{ chainId: 'eip155:1', from: asked.from, receiver: asked.from, amountText: '1', transaction },
    token: { symbol: 'ETH', iconUrl: null },
  }
  const text = JSON.stringify({ version: 1, transactions: [{ hash: hashOf(7), sentAt: 9, preview }] })
  expect(readTransactions(text)).toMatchObject([
    {
      from: asked.from,
      call: asked.call,
      hashes: [hashOf(7)],
      askedAt: 9,
      status: { type: 'pending', hash: hashOf(7) },
    },
  ])
})

test('behavior: at most 99 are kept, ended ones go first; an ended one is removed after an hour', () => {
  const open = Array.from({ length: recordLimit }, (_, index) => ({ ...asked, id: `a${index}`, askedAt: index }))
  const ended = { ...asked, id: 'ended', askedAt: 1000, settled: true, endedAt: 0 }
  expect(pruneTransactions([ended, ...open], { now: 1 })).toStrictEqual(open)
  expect(pruneTransactions([...open, { ...asked, id: 'new', askedAt: 1000 }], { now: 1 }).map(({ id }) => id)).toEqual([
    ...open.slice(1).map(({ id }) => id),
    'new',
  ])
  expect(pruneTransactions([ended], { now: endedKept - 1 })).toHaveLength(1)
  expect(pruneTransactions([ended], { now: endedKept })).toHaveLength(0)
})

test('behavior: an ended one is kept while an equal one is looked for, so that it is not mistaken for that', () => {
  const ended = { ...asked, id: 'ended', hashes: [hashOf(1)], settled: true, endedAt: 0 }
  const uncertain = { ...asked, id: 'open', status: { type: 'uncertain' } as const, askedAt: endedKept }
  const other = { ...uncertain, call: { ...asked.call, value: 2n } }
  const kept = (open: TransactionRecord) => pruneTransactions([ended, open], { now: 2 * endedKept }).map(({ id }) => id)
  expect([kept(uncertain), kept(other)]).toStrictEqual([['ended', 'open'], ['open']])
})

test('behavior: a wrong hash is dropped; with another hash it stays pending, without one it becomes uncertain', () => {
  const answers = [1, 2].map((number) => ({ type: 'answered', hash: hashOf(number), at: 5 }) as const)
  const waiting = answers.reduce(transactionReducer, asked)
  const second = transactionReducer(waiting, { type: 'misnamed', hash: hashOf(2) })
  expect(second).toMatchObject({ status: { type: 'pending', hash: hashOf(1) }, hashes: [hashOf(1)] })
  const none = transactionReducer(second, { type: 'misnamed', hash: hashOf(1) })
  expect(none).toMatchObject({ status: { type: 'uncertain' }, hashes: [], nonce: undefined, sentAt: undefined })
  expect(transactionReducer(none, { type: 'misnamed', hash: hashOf(1) })).toBe(none)
})

import { expect, test } from 'vitest'
import { createStore } from '../store/Store.ts'
import { createTestEnvironment, createTestTabs } from '../testing/createTestEnvironment.ts'
import { createLedger } from './createLedger.ts'
import type { TransactionsState } from './TransactionsFeature.ts'
import { transactionFormat } from './transactionFormat.ts'
import type { TransactionRecord } from './transactionRecord.ts'

const from = '0x140BBf461e33044E4193730d1511EA2894edb528'
const recordKey = 'transactions'
const recordOf = (number: number): TransactionRecord => ({
  ...{
    id: String(number).padStart(32, '0'),
    chainId: 'eip155:1',
    from,
    connectorId: 'a',
    askedAt: Date.UTC(2026, 10, 20),
  },
  call: { to: from, value: 1n, data: '0x', gas: 21_000n, gasPrice: 1n },
  summary: { type: 'send', symbol: 'ETH', amountText: '1', iconUrl: null, receiver: from },
  status: { type: 'asked' },
  ...{ nonce: undefined, hashes: [], canceling: false, cancelHashes: [], settled: false },
})
const openLedger = (environment: ReturnType<typeof createTestEnvironment>) =>
  createLedger({
    format: transactionFormat,
    ...{ environment, recordKey, isShown: () => true, onChange: () => {} },
    store: createStore<TransactionsState>({ transactions: [] }),
  })
const idsOf = (ledger: ReturnType<typeof openLedger>) => ledger.all().map(({ id }) => Number(id))

test('default: each tab reads the transactions that the other writes', () => {
  const tabs = createTestTabs()
  const [one, two] = [openLedger(tabs.open()), openLedger(tabs.open())]
  one.put(recordOf(1))
  two.put(recordOf(2))
  expect([idsOf(one), idsOf(two)]).toStrictEqual([
    [1, 2],
    [1, 2],
  ])
})

test('behavior: after a full storage, the changes of other tabs are kept', () => {
  const tabs = createTestTabs()
  const environment = tabs.open()
  let isFull = false
  const { storage } = environment
  const one = openLedger({
    ...environment,
    storage: {
      ...storage,
      setItem: (key, value) => {
        if (isFull) throw new DOMException('Full', 'QuotaExceededError')
        storage.setItem(key, value)
      },
    },
  })
  const two = openLedger(tabs.open())
  one.put(recordOf(1))
  isFull = true
  one.put(recordOf(2))
  one.remove(recordOf(1).id)
  two.put(recordOf(3))
  expect([idsOf(one), idsOf(two)]).toStrictEqual([
    [2, 3],
    [1, 3],
  ])
  isFull = false
  one.put(recordOf(4))
  expect([idsOf(one), idsOf(two)]).toStrictEqual([
    [2, 3, 4],
    [2, 3, 4],
  ])
})

test('behavior: without a storage, the page keeps the list in memory', () => {
  const refuse = () => {
    throw new DOMException('Refused', 'SecurityError')
  }
  const ledger = openLedger(
    createTestEnvironment({ storage: { getItem: refuse, setItem: refuse, removeItem: refuse } }),
  )
  ledger.put(recordOf(1))
  ledger.apply(recordOf(1).id, { type: 'left' })
  expect(ledger.get(recordOf(1).id)?.status.type).toBe('uncertain')
})

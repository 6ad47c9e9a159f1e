import { expect, onTestFinished, test } from 'vitest'
import { createTestEnvironment, settle } from '../testing/createTestEnvironment.ts'
import { followTransaction } from './followTransaction.ts'
import type { TransactionRecord } from './transactionRecord.ts'
import { type TransactionEvent, transactionReducer } from './transactionReducer.ts'

const from = '0x140BBf461e33044E4193730d1511EA2894edb528'
const bundler = '0x68B7d0f2E33a966B443629aF2911BbA115f88Fb1'
const hash = `0x${'ab'.repeat(32)}` as const
const call = { to: bundler, value: 1n, data: '0x', gas: 21_000n, gasPrice: 1n } as const

type Answers = Record<string, (params: readonly unknown[]) => unknown>

const pending: TransactionRecord = {
  ...{ id: '0'.repeat(32), chainId: 'eip155:1', from, call, connectorId: 'a', askedAt: 0 },
  summary: { type: 'send', symbol: 'ETH', amountText: '1', iconUrl: null, receiver: bundler },
  status: { type: 'pending', hash, slow: false, reorged: false },
  ...{ nonce: 5, sender: from, hashes: [hash], canceling: false, cancelHashes: [], settled: false },
  floor: { nonce: 5, block: 99n, blockHash: '0x99' },
}

/** Sends an event of the account. */
let tell = () => {}

/** Follows a transaction with the given answers of nodes. */
async function follow(answers: Answers, first: TransactionRecord = pending) {
  let record = first
  const environment = createTestEnvironment()
  const request = async (method: string, params: readonly unknown[] = []) => {
    const answer = answers[method]
    if (!answer) throw new Error(`No answer to ${method}`)
    return answer(params)
  }
  const stop = followTransaction({
    ...{ environment, gateway: { request }, id: record.id },
    ledger: {
      get: () => record,
      all: () => [record],
      apply: (_: string, event: TransactionEvent) => {
        record = transactionReducer(record, event)
      },
    },
    realtime: {
      ...{ getState: () => ({ status: 'idle' }), subscribe: () => () => {} },
      follow: ({ onEvent }) => {
        tell = () => onEvent({ kind: 'history', topic: 'history:eip155:1:0x', block: 1 } as never)
        return () => {}
      },
    },
    readHistory: async () => [],
    readBatch: async () => {},
    isAsking: async () => false,
  })
  onTestFinished(stop)
  await settle()
  return { environment, status: () => record.status, record: () => record }
}

const itself = { hash, from, nonce: '0x5', to: bundler, value: '0x1', input: '0x', gasPrice: '0x1' }
/** Its nonce is used, in block 100 of 101. The node that gives receipts does not have that block yet. */
const ahead: Answers = {
  eth_blockNumber: () => '0x65',
  eth_getTransactionCount: ([, tag]) => (tag === 'latest' || Number(tag) >= 100 ? '0x6' : '0x5'),
  eth_getTransactionReceipt: () => null,
  eth_getTransactionByHash: () => itself,
  eth_getBlockByNumber: () => ({ hash: '0x100', transactions: [itself] }),
}

test('default: of two nodes, the one that lags behind decides nothing', async () => {
  const answers = { ...ahead }
  const { environment, status } = await follow(answers)
  await environment.advance(120_000)
  expect(status()).toMatchObject({ type: 'pending', slow: true })
  answers.eth_getTransactionReceipt = () => ({ status: '0x1', blockNumber: '0x64', blockHash: '0x100' })
  await environment.advance(10_000)
  expect(status()).toMatchObject({ type: 'confirmed', hash, block: 100n, final: false })
})

test('behavior: after 25 s the wait is called slow, even if a look is never answered (spec 9.9)', async () => {
  const askedAt = createTestEnvironment().now()
  const { environment, status } = await follow(
    { eth_getTransactionReceipt: () => new Promise(() => {}) },
    { ...pending, askedAt },
  )
  await environment.advance(24_999)
  expect(status()).toMatchObject({ type: 'pending', slow: false })
  await environment.advance(1)
  expect(status()).toMatchObject({ type: 'pending', slow: true })
})

test('behavior: an event leads to a look within 3 s although another look hangs, and the late answer changes nothing', async () => {
  let isHung = true
  let answerLate = (_: unknown) => {}
  const { environment, status } = await follow({
    ...ahead,
    eth_getTransactionReceipt: () =>
      isHung
        ? new Promise((resolve) => {
            answerLate = resolve
          })
        : { status: '0x1', blockNumber: '0x64', blockHash: '0x100' },
  })
  isHung = false
  await environment.advance(1000)
  tell()
  await environment.advance(1_999)
  expect(status().type).toBe('pending')
  await environment.advance(1)
  expect(status()).toMatchObject({ type: 'confirmed', hash })
  // A receipt of a block that a reorganization has removed.
  answerLate({ status: '0x0', blockNumber: '0x63', blockHash: '0x99' })
  await settle()
  expect(status()).toMatchObject({ type: 'confirmed', hash })
})

test('behavior: if its nonce is used by an unknown transaction, it counts as replaced after a minute', async () => {
  const { environment, status } = await follow({
    ...ahead,
    eth_getBlockByNumber: () => ({ hash: '0x100', transactions: [] }),
  })
  await environment.advance(55_000)
  expect(status().type).toBe('pending')
  await environment.advance(20_000)
  expect(status()).toMatchObject({ type: 'failed', error: { code: 'transaction_replaced', moneyMoved: 'unknown' } })
})

test('behavior: a smart account’s transaction is not called replaced if its bundler replaces it', async () => {
  const other = { ...itself, hash: `0x${'cd'.repeat(32)}`, from: bundler, to: from, input: '0x12' }
  const { environment, status } = await follow(
    {
      ...ahead,
      eth_getBlockByNumber: () => ({ hash: '0x100', transactions: [other] }),
      eth_getTransactionReceipt: ([asked]) =>
        asked === hash ? null : { status: '0x1', blockNumber: '0x64', blockHash: '0x100' },
    },
    { ...pending, sender: bundler },
  )
  await environment.advance(120_000)
  expect(status().type).toBe('pending')
})

test('behavior: final only in a block that is still part of the chain', async () => {
  const answers: Answers = {
    ...ahead,
    eth_blockNumber: () => '0xff',
    // A lagging node reports a block that a reorganization has removed.
    eth_getTransactionReceipt: () => ({ status: '0x1', blockNumber: '0x64', blockHash: '0x100' }),
    eth_getBlockByNumber: () => ({ hash: '0x100b' }),
  }
  const { environment, status, record } = await follow(answers)
  await environment.advance(30_000)
  expect(status()).toMatchObject({ type: 'confirmed', final: false })
  answers.eth_getTransactionReceipt = () => ({ status: '0x1', blockNumber: '0x65', blockHash: '0x100b' })
  await environment.advance(10_000)
  expect(status()).toMatchObject({ type: 'confirmed', block: 101n, final: true })
  expect(record().settled).toBe(true)
})

test('behavior: final exactly twelve blocks later', async () => {
  let head = 111
  const { environment, status } = await follow({
    ...ahead,
    eth_blockNumber: () => `0x${head.toString(16)}`,
    eth_getTransactionReceipt: () => ({ status: '0x1', blockNumber: '0x64', blockHash: '0x100' }),
  })
  await environment.advance(30_000)
  expect(status()).toMatchObject({ type: 'confirmed', block: 100n, final: false })
  head = 112
  await environment.advance(10_000)
  expect(status()).toMatchObject({ type: 'confirmed', block: 100n, final: true })
})

/** The hash belongs to a transaction of block 90, long before the wallet was asked. */
const older: Answers = {
  ...ahead,
  eth_getTransactionCount: () => '0x5',
  eth_getTransactionReceipt: () => ({ status: '0x1', blockNumber: '0x5a', blockHash: '0x90' }),
  eth_getBlockByNumber: () => ({ hash: '0x99', transactions: [] }),
}

test('error: the hash of a transaction that was in a block before the wallet was asked confirms nothing', async () => {
  const { environment, status, record } = await follow(older, { ...pending, nonce: undefined, sender: undefined })
  await environment.advance(60_000)
  expect(status()).toStrictEqual({ type: 'uncertain' })
  expect(record()).toMatchObject({ hashes: [], settled: false, nonce: undefined })
})

test('behavior: after such a hash, the real transaction is found by its call', async () => {
  const right = `0x${'cd'.repeat(32)}`
  const answers = { ...older }
  const { environment, status } = await follow(answers)
  await environment.advance(10_000)
  expect(status().type).toBe('uncertain')
  Object.assign(answers, {
    ...ahead,
    eth_getBlockByNumber: ([tag]: readonly unknown[]) =>
      tag === '0x63' ? { hash: '0x99' } : { hash: '0x100', transactions: [{ ...itself, hash: right }] },
    eth_getTransactionReceipt: () => ({ status: '0x1', blockNumber: '0x64', blockHash: '0x100' }),
  })
  await environment.advance(30_000)
  expect(status()).toMatchObject({ type: 'confirmed', hash: right, block: 100n })
})

test('behavior: a lower block is not an older one if a reorganization removed the newest block of that time', async () => {
  const { environment, status } = await follow({ ...older, eth_getBlockByNumber: () => ({ hash: '0x99b' }) })
  await environment.advance(2_000)
  expect(status()).toMatchObject({ type: 'confirmed', hash, block: 90n })
})

test('behavior: a smart account’s calls have failed if they failed inside a transaction that succeeded', async () => {
  const topics = [
    '0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f',
    `0x${'1'.repeat(64)}`,
    `0x${from.slice(2).toLowerCase().padStart(64, '0')}`,
  ]
  const data = `0x${'0'.repeat(63)}7${'0'.repeat(64)}${'1'.repeat(128)}`
  const receipt = { status: '0x1', blockNumber: '0x64', blockHash: '0x100', logs: [{ address: bundler, topics, data }] }
  const { environment, status } = await follow(
    { ...ahead, eth_getTransactionReceipt: () => receipt },
    { ...pending, sender: bundler },
  )
  await environment.advance(1_000)
  expect(status()).toMatchObject({
    ...{ type: 'failed', hash },
    error: { code: 'transaction_reverted', moneyMoved: 'only-network-cost' },
  })
})

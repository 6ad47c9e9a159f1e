import { expect, onTestFinished, test } from 'vitest'
import type { Eip1193Provider } from '../connectors/Connector.ts'
import type { Latchkey } from '../Latchkey.ts'
import { createTestTabs, until } from '../testing/createTestEnvironment.ts'
import { sendOnDevnet } from '../testing/sendOnDevnet.ts'
import type { SubmitOutcome, TransactionsInternals } from './Submission.ts'
import type { TransactionCall } from './TransactionsFeature.ts'

const { account, rpc, contracts, createWallet, setUp, pass } = sendOnDevnet()

const chainId = 'eip155:31337'
const internals = ({ transactions }: Latchkey) => transactions as TransactionsInternals
const balanceOf = async (address: string) => BigInt(await rpc<string>('eth_getBalance', [address, 'latest']))
const payment = (index: number, value: bigint): TransactionCall => ({
  to: account(index).address as `0x${string}`,
  value,
  data: '0x',
  gas: 21_000n,
  gasPrice: 2_000_000_000n,
})
const submit = (latchkey: Latchkey, calls: readonly TransactionCall[], onTaken?: () => void) =>
  internals(latchkey).submitBatch({
    ...{ chainId, from: account(0).address, calls },
    summary: { type: 'send', symbol: 'ETH', amountText: '1', iconUrl: null, receiver: account(2).address },
    ...(onTaken ? { onTaken } : {}),
  })
const batching = (atomic: 'ready' | 'supported' | 'unsupported' = 'ready') =>
  createWallet({ batches: { delegate: contracts().simple7702Account, atomic } })

test('default: several calls as one, followed through the status that the wallet reports', async () => {
  const wallet = batching()
  const { environment, latchkey } = await setUp({ wallet })
  expect(await internals(latchkey).canBatch({ chainId })).toBe(true)
  const before = [await balanceOf(account(1).address), await balanceOf(account(2).address)]
  let taken = 0
  let outcome: SubmitOutcome | undefined
  void submit(latchkey, [payment(1, 5n), payment(2, 7n)], () => taken++).then((ended) => {
    outcome = ended
  })
  await pass(environment, () => outcome !== undefined)
  if (outcome?.type !== 'sent') throw new Error(JSON.stringify(outcome))
  expect(taken).toBe(1)
  expect(latchkey.transactions.getState().transactions).toMatchObject([{ isTaken: true }])
  const [asked] = wallet.requests().filter(({ method }) => method === 'wallet_sendCalls')
  expect(asked?.params).toMatchObject([
    { version: '2.0.0', from: account(0).address, chainId: '0x7a69', atomicRequired: true, calls: [{}, {}] },
  ])
  const [first, second] = before
  expect(await balanceOf(account(1).address)).toBe((first ?? 0n) + 5n)
  expect(await balanceOf(account(2).address)).toBe((second ?? 0n) + 7n)
  await rpc('anvil_mine', ['0xc'])
  const stateOf = () => latchkey.transactions.getState().transactions[0]?.status
  await pass(environment, () => stateOf()?.type === 'confirmed' && environment.timers() === 0)
  expect(stateOf()).toMatchObject({ type: 'confirmed', final: true, hash: outcome.hash })
})

test('default: the network refuses the batch as a whole', async () => {
  const wallet = batching()
  const { environment, latchkey } = await setUp({ wallet })
  const before = await balanceOf(account(1).address)
  let outcome: SubmitOutcome | undefined
  const { request } = wallet.provider
  const provider: Eip1193Provider = wallet.provider
  provider.request = async (args) => {
    const answer = (await request(args)) as { receipts?: { status: string }[] }
    // As reported by a wallet whose calls failed inside a transaction that succeeded.
    return args.method === 'wallet_getCallsStatus' && answer.receipts ? { ...answer, status: 500 } : answer
  }
  void submit(latchkey, [payment(1, 5n)]).then((ended) => {
    outcome = ended
  })
  await pass(environment, () => latchkey.transactions.getState().transactions[0]?.status.type === 'failed')
  await pass(environment, () => outcome !== undefined)
  expect(outcome?.type).toBe('sent')
  expect(latchkey.transactions.getState().transactions).toMatchObject([
    { status: { type: 'failed', error: { code: 'transaction_reverted', moneyMoved: 'only-network-cost' } } },
  ])
  expect(await balanceOf(account(1).address)).toBe(before + 5n)
})

test.each([
  ['in a form of its own', { blockNumber: 7, blockHash: undefined, status: 'success' }],
  ['not at all', { blockNumber: undefined, blockHash: undefined, status: undefined }],
])('behavior: the block comes from the node, if the wallet reports that %s', async (_, told) => {
  const wallet = batching()
  const { environment, latchkey } = await setUp({ wallet })
  const { request } = wallet.provider
  const provider: Eip1193Provider = wallet.provider
  provider.request = async (args) => {
    const answer = (await request(args)) as { receipts?: object[] }
    return args.method === 'wallet_getCallsStatus' && answer.receipts
      ? { ...answer, receipts: answer.receipts.map((receipt) => ({ ...receipt, ...told })) }
      : answer
  }
  const seen = new Set<string>()
  latchkey.transactions.subscribe(({ transactions }) => void seen.add(transactions[0]?.status.type ?? ''))
  void submit(latchkey, [payment(1, 5n)])
  const stateOf = () => latchkey.transactions.getState().transactions[0]?.status
  await pass(environment, () => stateOf()?.type === 'confirmed')
  await rpc('anvil_mine', ['0xc'])
  await pass(environment, () => environment.timers() === 0)
  expect(stateOf()).toMatchObject({ type: 'confirmed', final: true })
  expect([...seen].filter((type) => type === 'failed' || type === 'uncertain')).toStrictEqual([])
})

test('behavior: after a reload, the wallet is asked for the status of the batch, and for nothing else', async () => {
  const tabs = createTestTabs()
  const wallet = batching()
  const first = await setUp({ wallet, open: tabs.open })
  wallet.setPolicy('ask')
  void submit(first.latchkey, [payment(1, 5n), payment(2, 7n)])
  await until(() => wallet.getState().approvals.length > 0)
  tabs.leave(first.environment)
  first.latchkey.destroy()
  await wallet.approve()
  const second = await setUp({ wallet, open: tabs.open })
  onTestFinished(() => second.latchkey.destroy())
  const statusOf = () => second.latchkey.transactions.getState().transactions[0]?.status.type
  await pass(second.environment, () => statusOf() === 'confirmed')
  expect(statusOf()).toBe('confirmed')
  expect(wallet.requests().filter(({ method }) => method === 'wallet_sendCalls')).toHaveLength(1)
})

test('behavior: after a refusal, the list is empty', async () => {
  const wallet = batching()
  const { latchkey } = await setUp({ wallet })
  wallet.setPolicy('reject')
  expect(await submit(latchkey, [payment(1, 5n)])).toStrictEqual({ type: 'declined', code: 'user_rejected' })
  expect(latchkey.transactions.getState().transactions).toStrictEqual([])
})

test.each([
  ['says that it cannot', () => batching('unsupported')],
  ['knows nothing of batches', () => createWallet()],
] as const)('error: a wallet that %s', async (_, create) => {
  const { latchkey } = await setUp({ wallet: create() })
  expect(await internals(latchkey).canBatch({ chainId })).toBe(false)
  expect(await submit(latchkey, [payment(1, 5n)])).toMatchObject({ type: 'failed', failure: { moneyMoved: 'no' } })
  expect(latchkey.transactions.getState().transactions).toStrictEqual([])
})

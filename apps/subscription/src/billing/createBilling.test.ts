import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CallsStatus, PreparedCalls, SendPreparedCalls } from '@latchkey/protocol'
import { keccak256, recoverAddress, stringToHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, onTestFinished, test } from 'vitest'
import { createBilling } from './createBilling.ts'
import { createLedger } from './createLedger.ts'
import { type WalletApi, WalletApiError } from './createWalletApi.ts'
import type { Plan } from './Plan.ts'

const plan: Plan = {
  chainId: 'eip155:31337',
  token: { address: '0x1000000000000000000000000000000000000001', symbol: 'USDX', decimals: 6 },
  price: 5_000_000n,
  period: 60,
  periods: 12,
  merchant: '0x2000000000000000000000000000000000000002',
}
const account = '0x3000000000000000000000000000000000000003'
const key = privateKeyToAccount(keccak256(stringToHex('a key of this test')))

/** Makes a wallet server that stores submitted operations by their signature. A repeated submission has no further effect. */
function createServer() {
  const prepared: PreparedCalls[] = []
  const sent = new Map<string, SendPreparedCalls>()
  const faults: Partial<Record<keyof WalletApi, Error>> = {}
  let lostAnswers = 0
  const held = { amount: 100n * plan.price }
  const states = new Map<string, CallsStatus['status']>()
  const fail = (method: keyof WalletApi) => {
    const fault = faults[method]
    if (fault) throw fault
  }
  const wallet: WalletApi = {
    prepareCalls: async ({ calls, chainId }) => {
      fail('prepareCalls')
      const hash = keccak256(stringToHex(`${prepared.length} ${JSON.stringify(calls)}`))
      const data = { callData: hash } as PreparedCalls['preparedCalls']['data']
      const answer: PreparedCalls = {
        preparedCalls: { type: 'user-operation-v08', chainId, data },
        signatureRequest: { hash },
        capabilities: { sponsor: { name: 'Local' }, maxCost: '0x0' },
      }
      prepared.push(answer)
      return answer
    },
    sendPreparedCalls: async (request) => {
      fail('sendPreparedCalls')
      const id = request.preparedCalls.data.callData
      expect(await recoverAddress({ hash: id, signature: request.signature })).toBe(key.address)
      sent.set(id, request)
      if (lostAnswers > 0) {
        lostAnswers--
        throw new TypeError('fetch failed')
      }
      return { id }
    },
    getCallsStatus: async (id) => {
      fail('getCallsStatus')
      if (!sent.has(id)) throw new WalletApiError({ code: 'calls_unknown', message: 'These calls were not found' })
      const status = states.get(id) ?? 200
      const receipt = { transactionHash: id } as NonNullable<CallsStatus['receipts']>[number]
      const reason = status === 400 ? { capabilities: { reason: 'it waited too long' } } : {}
      return { version: '2.0.0', id, chainId: '0x7a69', status, atomic: true, receipts: [receipt], ...reason }
    },
    balanceOf: async () => {
      fail('balanceOf')
      return held.amount
    },
  }
  return {
    ...{ wallet, prepared, sent, faults, states, held },
    loseAnswers: (count: number) => {
      lostAnswers = count
    },
  }
}

function open() {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-subscription-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'subscriptions.json')
  const server = createServer()
  const clock = { now: 1_000 }
  const ledger = createLedger({ file })
  ledger.put({ account, pci: 'p', context: '0x01', startsAt: 1_000, endsAt: 2_000, ended: null, payments: [] })
  /** Starts the billing like a new process. */
  const start = () =>
    createBilling({ plan, ledger: createLedger({ file }), wallet: server.wallet, key, now: () => clock.now })
  const read = () => createLedger({ file }).find(account)
  return {
    server,
    clock,
    ledger,
    start,
    read,
    payments: () => read()?.payments.map(({ period, status }) => [period, status]),
  }
}

test('behavior: each period is paid once, in any number of runs', async () => {
  const { server, clock, start, payments } = open()
  const billing = start()
  await Promise.all([billing.run(), billing.run()])
  await billing.run()
  await billing.run()
  expect(payments()).toStrictEqual([[0, 'paid']])
  clock.now += 60
  await billing.run()
  await billing.run()
  expect(payments()).toStrictEqual([
    [0, 'paid'],
    [1, 'paid'],
  ])
  expect(server.sent.size).toBe(2)
})

test('behavior: missed periods are free, and nothing is charged after the last one', async () => {
  const { server, clock, start, payments, read } = open()
  clock.now += 5 * 60
  const billing = start()
  await billing.run()
  await billing.run()
  expect(payments()).toStrictEqual([[5, 'paid']])
  clock.now += 20 * 60
  await billing.run()
  expect(server.sent.size).toBe(1)
  // The subscription has expired, so the reader can subscribe again.
  expect(read()?.ended).toBe('expired')
})

test('behavior: after a crash, only the stored signed bytes are sent', async () => {
  const { server, start, payments } = open()
  server.faults.sendPreparedCalls = new TypeError('fetch failed')
  await start().run()
  expect(payments()).toStrictEqual([[0, 'signed']])
  delete server.faults.sendPreparedCalls
  await start().run()
  await start().run()
  expect(payments()).toStrictEqual([[0, 'paid']])
  expect(server.prepared).toHaveLength(1)
})

test('behavior: after a lost answer, the same bytes are sent again', async () => {
  const { server, start, payments } = open()
  server.loseAnswers(1)
  await start().run()
  await start().run()
  await start().run()
  expect(payments()).toStrictEqual([[0, 'paid']])
  expect(server.sent.size).toBe(1)
  expect(server.prepared).toHaveLength(1)
})

test('behavior: a pending payment is polled, and not submitted twice', async () => {
  const { server, start, payments } = open()
  const billing = start()
  server.faults.getCallsStatus = new TypeError('fetch failed')
  await billing.run()
  expect(payments()).toStrictEqual([[0, 'sent']])
  delete server.faults.getCallsStatus
  const [id] = server.sent.keys()
  server.states.set(id ?? '', 100)
  await billing.run()
  expect(payments()).toStrictEqual([[0, 'sent']])
  server.states.delete(id ?? '')
  await billing.run()
  expect(payments()).toStrictEqual([[0, 'paid']])
})

test('behavior: a temporary refusal does not change the signed bytes', async () => {
  const { server, start, payments } = open()
  server.faults.sendPreparedCalls = new WalletApiError({ code: 'bundler_unavailable', message: 'not now' })
  await start().run()
  expect(payments()).toStrictEqual([[0, 'signed']])
  delete server.faults.sendPreparedCalls
  await start().run()
  await start().run()
  expect(payments()).toStrictEqual([[0, 'paid']])
  expect(server.prepared).toHaveLength(1)
})

test('behavior: a refused payment shows its reason, and is retried during its period', async () => {
  const { server, clock, start, payments, read } = open()
  server.faults.prepareCalls = new WalletApiError({
    code: 'operation_refused',
    message: 'The operation would fail: no',
  })
  await start().run()
  expect(read()?.payments).toMatchObject([
    { period: 0, status: 'refused', reason: 'the network refused it: The operation would fail: no' },
  ])
  delete server.faults.prepareCalls
  // Not in every run: a few seconds later, and long before the next period.
  await start().run()
  expect(server.prepared).toHaveLength(0)
  clock.now += 5
  await start().run()
  await start().run()
  expect(payments()).toStrictEqual([[0, 'paid']])
})

test('behavior: an account without enough of the token gets that reason, and the payment succeeds once it has enough', async () => {
  const { server, clock, start, payments, read } = open()
  server.faults.prepareCalls = new WalletApiError({ code: 'operation_refused', message: 'It would fail' })
  server.held.amount = plan.price - 1n
  await start().run()
  expect(read()?.payments).toMatchObject([{ status: 'refused', reason: 'not enough USDX' }])
  delete server.faults.prepareCalls
  clock.now += 5
  await start().run()
  await start().run()
  expect(payments()).toStrictEqual([[0, 'paid']])
})

test('behavior: an unanswered balance request changes nothing, and the next run asks again', async () => {
  const { server, start, payments } = open()
  server.faults.prepareCalls = new WalletApiError({ code: 'operation_refused', message: 'It would fail' })
  server.faults.balanceOf = new TypeError('fetch failed')
  await start().run()
  expect(payments()).toStrictEqual([])
  delete server.faults.balanceOf
  await start().run()
  expect(payments()).toStrictEqual([[0, 'refused']])
})

test.each([
  ['session_revoked', 'revoked'],
  ['session_expired', 'expired'],
])('behavior: %s ends the subscription, and no payment failed', async (code, ended) => {
  const { server, clock, start, read } = open()
  const billing = start()
  await billing.run()
  await billing.run()
  server.faults.prepareCalls = new WalletApiError({ code, message: 'no more' })
  clock.now += 60
  await billing.run()
  expect(read()).toMatchObject({ ended })
  expect(read()?.payments.map(({ status }) => status)).toEqual(['paid'])
  delete server.faults.prepareCalls
  await billing.run()
  expect(server.sent.size).toBe(1)
})

test('behavior: a permission that ends before its payment is sent leaves no pending payment', async () => {
  const { server, start, read } = open()
  server.faults.sendPreparedCalls = new WalletApiError({ code: 'session_revoked', message: 'no more' })
  await start().run()
  expect(read()).toMatchObject({ ended: 'revoked', payments: [] })
})

test('behavior: a sent payment is followed to its end, also after the reader has ended the subscription', async () => {
  const { server, start, read, ledger } = open()
  const billing = start()
  server.faults.getCallsStatus = new TypeError('fetch failed')
  await billing.run()
  delete server.faults.getCallsStatus
  const subscription = read()
  if (subscription) ledger.put({ ...subscription, ended: 'revoked' })
  await start().run()
  expect(read()).toMatchObject({ ended: 'revoked', payments: [{ status: 'paid' }] })
})

test('behavior: a period with too little time left is not charged, and the next one is, once', async () => {
  const { server, clock, start, payments } = open()
  const billing = start()
  server.faults.prepareCalls = new WalletApiError({ code: 'session_period_ending', message: 'Too little is left' })
  await billing.run()
  expect(payments()).toStrictEqual([[0, 'skipped']])
  delete server.faults.prepareCalls
  await billing.run()
  expect(payments()).toStrictEqual([[0, 'skipped']])
  clock.now += 60
  await billing.run()
  await billing.run()
  expect(payments()).toStrictEqual([
    [0, 'skipped'],
    [1, 'paid'],
  ])
  expect(server.sent.size).toBe(1)
})

test('behavior: a payment that was signed for a past period never counts for the current one', async () => {
  const { server, clock, start, payments } = open()
  server.faults.sendPreparedCalls = new TypeError('fetch failed')
  await start().run()
  delete server.faults.sendPreparedCalls
  clock.now += 60
  await start().run()
  await start().run()
  expect(payments()).toStrictEqual([
    [0, 'skipped'],
    [1, 'paid'],
  ])
  expect(server.sent.size).toBe(1)
})

test('behavior: a payment whose answer was lost is found after its period', async () => {
  const { server, clock, start, payments } = open()
  server.loseAnswers(1)
  await start().run()
  expect(payments()).toStrictEqual([[0, 'signed']])
  clock.now += 60
  await start().run()
  expect(payments()?.[0]).toStrictEqual([0, 'paid'])
  await start().run()
  await start().run()
  expect(payments()).toStrictEqual([
    [0, 'paid'],
    [1, 'paid'],
  ])
})

test('behavior: a dropped payment shows the reason, and is retried', async () => {
  const { server, clock, start, payments, read } = open()
  const billing = start()
  server.faults.getCallsStatus = new TypeError('fetch failed')
  await billing.run()
  delete server.faults.getCallsStatus
  const [id = ''] = server.sent.keys()
  server.states.set(id, 400)
  await billing.run()
  expect(read()?.payments).toMatchObject([{ status: 'refused', reason: 'the network refused it: it waited too long' }])
  clock.now += 5
  await billing.run()
  await billing.run()
  expect(payments()).toStrictEqual([[0, 'paid']])
})

import { expect, test } from 'vitest'
import { until } from '../testing/createTestEnvironment.ts'
import { testUser } from '../testing/createTestFrame.ts'
import { signedInKit } from '../testing/createWalletKit.ts'
import type { TransactionsInternals } from './Submission.ts'
import type { TransactionCall, TransactionSummary } from './TransactionsFeature.ts'

const chainId = 'eip155:31337'
const from = testUser.address
const to = '0x140bbf461e33044e4193730d1511ea2894edb528'
const call: TransactionCall = { to, value: 5n, data: '0x', gas: 21_000n, gasPrice: 2_000_000_000n }
const summary: TransactionSummary = { type: 'send', symbol: 'ETH', amountText: '1', iconUrl: null, receiver: to }
const busy = { code: 'frame_busy', message: 'Your wallet is busy. Try again', retryAfter: 1 }

test.each(['submit', 'submitBatch'] as const)(
  'behavior: %s: a request that the embedded wallet refuses as busy was never sent, leaves no row, and can be repeated',
  async (method) => {
    const { frame, latchkey } = await signedInKit()
    const transactions = latchkey.transactions as TransactionsInternals
    const asked: string[] = []
    const ask = () =>
      transactions[method]({ chainId, from, call, calls: [call], summary, onAsked: ({ id }) => asked.push(id) })
    const sends = () => frame.requests.filter(({ payload }) => /send/i.test(String(payload.method))).length
    for (const count of [1, 2]) {
      const outcome = ask()
      await until(() => sends() === count)
      expect(transactions.getState().transactions).toMatchObject([{ status: { type: 'asked' } }])
      frame.refuse('rpc', busy)
      expect(await outcome).toStrictEqual({ type: 'declined', code: 'frame_busy' })
      expect(transactions.getState().transactions).toStrictEqual([])
    }
    expect(asked).toHaveLength(2)
  },
)

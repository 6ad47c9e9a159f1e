import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, onTestFinished, test } from 'vitest'
import { createBillingApp } from './createBillingApp.ts'
import { createLedger } from './createLedger.ts'

const account = '0x3000000000000000000000000000000000000003'

function open(payments: readonly object[]) {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-subscription-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const ledger = createLedger({ file: join(folder, 'subscriptions.json') })
  const first = { account, pci: '5df0db8f-0000-4000-8000-000000000001', context: '0x01', startsAt: 1_000 } as const
  ledger.put({ ...first, endsAt: 2_000, ended: null, payments: payments as never })
  const app = createBillingApp({
    plan: {
      chainId: 'eip155:31337',
      token: { address: '0x1000000000000000000000000000000000000001', symbol: 'USDX', decimals: 6 },
      ...{ price: 5n, period: 60, periods: 12, merchant: '0x2000000000000000000000000000000000000002' },
    },
    ledger,
    billing: { run: async () => undefined },
    key: privateKeyToAccount(`0x${'1'.repeat(64)}`),
    ...{ apiUrl: 'http://127.0.0.1:9', projectId: '0'.repeat(32), now: () => 1_010 },
  })
  const subscribe = (pci: string) =>
    app.request('/api/subscriptions', { method: 'POST', body: JSON.stringify({ account, pci }) })
  return { app, ledger, subscribe }
}

test('behavior: step 4: an account without a subscription is no failure', async () => {
  const { app } = open([])
  const response = await app.request(`/api/subscriptions/0x${'9'.repeat(40)}`)
  expect([response.status, await response.json()]).toEqual([200, { subscription: null }])
})

test('behavior: step 4: the article stays closed until the first payment arrived, and when it failed', async () => {
  const canRead = async (payments: readonly object[]) => {
    const { app } = open(payments)
    const { subscription } = (await (await app.request(`/api/subscriptions/${account}`)).json()) as {
      subscription: { canRead: boolean }
    }
    return subscription.canRead
  }
  const first = { period: 0, dueAt: 1_000 }
  expect(await canRead([])).toBe(false)
  expect(await canRead([{ ...first, status: 'sent', id: '0x01' }])).toBe(false)
  expect(await canRead([{ ...first, status: 'refused', reason: 'not enough USDX' }])).toBe(false)
  expect(await canRead([{ ...first, status: 'paid', id: '0x01', transactionHash: '0x02' }])).toBe(true)
})

test('behavior: no second subscription forgets a payment that is on its way', async () => {
  const sent = { period: 0, dueAt: 1_000, status: 'sent', id: '0x01' }
  const { ledger, subscribe } = open([sent])
  const response = await subscribe('5df0db8f-0000-4000-8000-000000000002')
  expect(response.status).toBe(409)
  expect(ledger.find(account)).toMatchObject({ pci: '5df0db8f-0000-4000-8000-000000000001', payments: [sent] })
})

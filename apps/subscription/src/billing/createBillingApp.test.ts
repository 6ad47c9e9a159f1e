import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, onTestFinished, test } from 'vitest'
import { createBillingApp } from './createBillingApp.ts'
import { createLedger } from './createLedger.ts'

const account = '0x3000000000000000000000000000000000000003'
const key = privateKeyToAccount(`0x${'1'.repeat(64)}`)

function open(payments: readonly object[], apiUrl = 'http://127.0.0.1:9') {
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
    key,
    ...{ apiUrl, projectId: '0'.repeat(32), now: () => 1_010 },
  })
  const subscribe = (pci: string) =>
    app.request('/api/subscriptions', { method: 'POST', body: JSON.stringify({ account, pci }) })
  return { app, ledger, subscribe }
}

test('behavior: step 4: an account without a subscription is not an error', async () => {
  const { app } = open([])
  const response = await app.request(`/api/subscriptions/0x${'9'.repeat(40)}`)
  expect([response.status, await response.json()]).toEqual([200, { subscription: null }])
})

test('behavior: step 4: the article stays closed before the first payment, and after it failed', async () => {
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

test('behavior: a second subscription does not replace one with a pending payment', async () => {
  const sent = { period: 0, dueAt: 1_000, status: 'sent', id: '0x01' }
  const { ledger, subscribe } = open([sent])
  const response = await subscribe('5df0db8f-0000-4000-8000-000000000002')
  expect(response.status).toBe(409)
  expect(ledger.find(account)).toMatchObject({ pci: '5df0db8f-0000-4000-8000-000000000001', payments: [sent] })
})

/** Serves a Latchkey server with one permission. @returns its URL */
async function serveSession(session: object): Promise<string> {
  const server = createServer((_request, response) => response.end(JSON.stringify({ pcis: [session] })))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const session = {
  ...{ pci: '5df0db8f-0000-4000-8000-000000000001', expiry: 2_000, createdAt: 1_000, policies: [], context: '0x01' },
  project: { id: '0'.repeat(32), name: 'The newspaper', url: null, iconUrl: null },
  account: `eip155:31337:${account}`,
  signer: { type: 'key', data: { type: 'secp256k1', publicKey: key.publicKey } },
  permissions: [
    {
      type: 'erc20-recurring-allowance',
      data: { address: '0x1000000000000000000000000000000000000001', allowance: '0x5', start: 1_000, period: 60 },
    },
  ],
  ...{ usage: [], revokedAt: null },
}

test('behavior: a permission that the reader has revoked ends the subscription at once, and no payment failed', async () => {
  const paid = { period: 0, dueAt: 1_000, status: 'paid', id: '0x01', transactionHash: '0x02' }
  const signed = { period: 1, dueAt: 1_060, status: 'signed', id: '0x03', calls: {} }
  const { ledger, subscribe } = open([paid, signed], await serveSession({ ...session, revokedAt: 1_005 }))
  const response = await subscribe(session.pci)
  expect(response.status).toBe(200)
  expect(ledger.find(account)).toMatchObject({ ended: 'revoked', payments: [paid] })
})

test('behavior: a repeated request for an active permission changes nothing', async () => {
  const { ledger, subscribe } = open([], await serveSession(session))
  expect((await subscribe(session.pci)).status).toBe(200)
  expect(ledger.find(account)).toMatchObject({ ended: null })
})

test('behavior: a request that arrives twice, or two at once, keep the payments of the first', async () => {
  const other = '5df0db8f-0000-4000-8000-000000000002'
  for (const [second, status] of [
    [session.pci, 200],
    [other, 409],
  ] as const) {
    const held: (() => void)[] = []
    const server = createServer((_request, response) =>
      held.push(() => response.end(JSON.stringify({ pcis: [session, { ...session, pci: other }] }))),
    )
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const { ledger, subscribe } = open([], `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    // Another one before: both requests are new.
    const before = { account, pci: '5df0db8f-0000-4000-8000-000000000009', context: '0x01', startsAt: 0 } as const
    ledger.put({ ...before, endsAt: 1_000, ended: 'expired', payments: [] })
    const answers = [subscribe(session.pci), subscribe(second)]
    await expect.poll(() => held.length).toBe(2)
    held[0]?.()
    expect((await answers[0])?.status).toBe(200)
    const sent = { period: 0, dueAt: 1_000, status: 'sent', id: '0x01' } as const
    ledger.put({ ...before, pci: session.pci, endsAt: 2_000, ended: null, payments: [sent] })
    held[1]?.()
    expect((await answers[1])?.status).toBe(status)
    expect(ledger.find(account)).toMatchObject({ pci: session.pci, payments: [sent] })
  }
})

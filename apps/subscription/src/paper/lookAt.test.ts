import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { privateKeyToAccount } from 'viem/accounts'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { createBillingApp } from '../billing/createBillingApp.ts'
import { createLedger } from '../billing/createLedger.ts'
import { createSubscriptionRecord } from './createSubscriptionRecord.ts'
import { lookAt } from './lookAt.ts'
import { readSubscription, subscribe } from './paperApi.ts'

const account = '0x3000000000000000000000000000000000000003'
const pci = '5df0db8f-0000-4000-8000-000000000001'
const key = privateKeyToAccount(`0x${'1'.repeat(64)}`)
const token = '0x1000000000000000000000000000000000000001'
const kept = { account, pci, startsAt: 1_000, endsAt: 2_000 }

afterEach(() => vi.unstubAllGlobals())

/** Opens the page's requests to the real server of the newspaper, whose wallet server has one permission. */
function open() {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-subscription-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const ledger = createLedger({ file: join(folder, 'subscriptions.json') })
  const state = { isPaperAway: false, isWalletAway: false, revokedAt: null as number | null, runs: 0 }
  const app = createBillingApp({
    plan: {
      chainId: 'eip155:31337',
      token: { address: token, symbol: 'USDX', decimals: 6 },
      ...{ price: 5n, period: 60, periods: 12, merchant: '0x2000000000000000000000000000000000000002' },
    },
    ledger,
    billing: {
      run: async () => {
        state.runs++
      },
    },
    key,
    ...{ apiUrl: 'http://wallet.example', projectId: '0'.repeat(32), now: () => 1_010 },
  })
  const session = () => ({
    ...{ pci, expiry: 2_000, createdAt: 1_000, policies: [], context: '0x01', usage: [], revokedAt: state.revokedAt },
    project: { id: '0'.repeat(32), name: 'The newspaper', url: null, iconUrl: null },
    account: `eip155:31337:${account}`,
    signer: { type: 'key', data: { type: 'secp256k1', publicKey: key.publicKey } },
    permissions: [
      { type: 'erc20-recurring-allowance', data: { address: token, allowance: '0x5', start: 1_000, period: 60 } },
    ],
  })
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    const isWallet = url.startsWith('http')
    if (isWallet ? state.isWalletAway : state.isPaperAway) throw new TypeError('away')
    return isWallet ? Response.json({ pcis: [session()] }) : app.request(url, init)
  })
  const record = createSubscriptionRecord({
    storage: () => {
      throw new DOMException('no storage in this process', 'SecurityError')
    },
  })
  const look = (isReturn = false, isConnected = true) =>
    lookAt({ account, record, paper: { readSubscription, subscribe }, isConnected, isReturn })
  const putActive = () => ledger.put({ ...kept, account, context: '0x01', ended: null, payments: [] })
  return { ledger, state, record, look, putActive }
}

test('behavior: an active subscription is kept in this browser, and an ended one is forgotten', async () => {
  const { record, look, putActive, ledger } = open()
  expect(await look()).toBeNull()
  expect(record.all()).toEqual([])
  putActive()
  expect(await look()).toMatchObject({ pci, ended: null })
  expect(record.all()).toEqual([{ ...kept, state: 'active' }])
  ledger.put({ ...kept, account, context: '0x01', ended: 'expired', payments: [] })
  expect(await look()).toMatchObject({ ended: 'expired' })
  expect(record.all()).toEqual([])
})

test('behavior: an end that the reader has not seen is kept as over, until its wallet connects or it runs again', async () => {
  const { record, look, state, putActive, ledger } = open()
  putActive()
  await look(true, false)
  state.revokedAt = 1_005
  expect(await look(true, false)).toMatchObject({ ended: 'revoked' })
  expect(record.all()).toEqual([{ ...kept, state: 'over' }])
  await look(false, false)
  expect(record.all()).toEqual([{ ...kept, state: 'over' }])
  // Dismissed, it does not return.
  record.forget(account)
  await look(true, false)
  expect(record.all()).toEqual([])
  record.keep({ ...kept, state: 'over' })
  await look()
  expect(record.all()).toEqual([])
  record.keep({ ...kept, state: 'over' })
  ledger.put({ ...kept, pci: 'another', account, context: '0x01', ended: null, payments: [] })
  await look(false, false)
  expect(record.all()).toEqual([{ ...kept, pci: 'another', state: 'active' }])
})

test('behavior: an end that the reader chose on this page is not told again without its wallet', async () => {
  const { record, look, state, putActive } = open()
  putActive()
  record.keep({ ...kept, state: 'ended' })
  state.revokedAt = 1_005
  await look(true, false)
  expect(record.all()).toEqual([])
})

test('behavior: without an answer of the newspaper the entry stays, and the failure is reported', async () => {
  const { record, look, state } = open()
  record.keep({ ...kept, state: 'active' })
  state.isPaperAway = true
  await expect(look()).rejects.toThrow()
  expect(record.all()).toEqual([{ ...kept, state: 'active' }])
})

test('behavior: a permission whose answer the newspaper never got subscribes once, when both answer again', async () => {
  const { record, look, state, ledger } = open()
  record.keep({ ...kept, state: 'allowed' })
  state.isWalletAway = true
  await expect(look()).rejects.toThrow()
  expect(record.find(account)).toMatchObject({ state: 'allowed' })
  state.isWalletAway = false
  const [first, second] = await Promise.all([look(), look()])
  expect([first, second]).toMatchObject([{ pci }, { pci }])
  expect(ledger.all()).toHaveLength(1)
  expect(record.find(account)).toMatchObject({ state: 'active' })
})

test('behavior: an allowed permission that was ended in the wallet is forgotten, and never subscribes', async () => {
  const { record, look, state, ledger } = open()
  record.keep({ ...kept, state: 'allowed' })
  state.revokedAt = 1_005
  expect(await look()).toBeNull()
  expect([record.all(), ledger.all()]).toEqual([[], []])
})

test('behavior: an end in the wallet shows as soon as the reader returns to the page', async () => {
  const { record, look, state, putActive } = open()
  putActive()
  await look(true)
  state.revokedAt = 1_005
  // Between two returns the newspaper alone is asked, which does not know.
  expect(await look()).toMatchObject({ ended: null })
  expect(await look(true)).toMatchObject({ ended: 'revoked' })
  expect(record.all()).toEqual([])
})

test('behavior: the newspaper learns of an end that it missed, also when the wallet server answers later', async () => {
  const { record, look, state, putActive, ledger } = open()
  putActive()
  record.keep({ ...kept, state: 'ended' })
  state.revokedAt = 1_005
  state.isWalletAway = true
  await look()
  expect(record.find(account)).toMatchObject({ state: 'ended' })
  state.isWalletAway = false
  expect(await look()).toMatchObject({ ended: 'revoked' })
  expect(ledger.find(account)).toMatchObject({ ended: 'revoked' })
  expect(record.all()).toEqual([])
})

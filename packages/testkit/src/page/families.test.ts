import type { Browser, Page } from '@playwright/test'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { bundlePageScript } from '../bundle/bundlePageScript.ts'
import { createFamilyHandle, createWalletHandle } from '../playwright/WalletHandle.ts'
import { toInitScript } from '../playwright/walletTest.ts'
import { launchChromium } from '../testing/launchChromium.ts'

const accounts = [{ privateKey: `0x${'11'.repeat(32)}` }, { privateKey: `0x${'22'.repeat(32)}` }] as const
const rdns = 'dev.latchkey.virtual'
let browser: Browser
let page: Page

beforeAll(async () => {
  browser = await launchChromium()
}, 60_000)
afterAll(() => browser?.close())
beforeEach(async () => {
  const context = await browser.newContext()
  page = await context.newPage()
  return () => context.close()
})

test('behavior: a wallet in a page supports other families too, each with its own handle', async () => {
  const script = await bundlePageScript('../page/installVirtualWallet')
  const options = {
    accounts,
    chains: { 31337: 'http://127.0.0.1:1' },
    name: 'Many',
    families: { solana: { accounts, policy: 'ask' as const }, bip122: { accounts } },
  }
  await page.addInitScript({ content: toInitScript({ script, options }) })
  await page.goto('data:text/html,<title>Site</title>')
  // Act like a site: announce that the page is ready, and collect the wallets that register.
  await page.evaluate(() => {
    type Wallet = {
      name: string
      features: Record<string, { connect: () => Promise<{ accounts: { address: string }[] }> }>
    }
    const found: Wallet[] = []
    const detail = { register: (...wallets: Wallet[]) => void found.push(...wallets) }
    dispatchEvent(Object.assign(new Event('wallet-standard:app-ready'), { detail }))
    const answers = found.map(async (wallet) => {
      const { accounts: shared } = (await wallet.features['standard:connect']?.connect()) ?? { accounts: [] }
      return [wallet.name, shared.map(({ address }) => address)]
    })
    Object.assign(globalThis, { answers: Promise.all(answers) })
  })
  const solana = createFamilyHandle({ page, rdns, family: 'solana' })
  const bitcoin = createFamilyHandle({ page, rdns, family: 'bip122' })
  expect(await solana.waitForRequest({ method: 'standard:connect' })).toMatchObject({ method: 'standard:connect' })
  await solana.approve()
  const answers = await page.evaluate(
    () => (globalThis as unknown as { answers: Promise<[string, string[]][]> }).answers,
  )
  const [first] = await solana.addresses()
  expect(answers).toStrictEqual([
    ['Many', [first]],
    ['Many', [(await bitcoin.addresses())[0], expect.stringMatching(/^bc1p/)]],
  ])
  expect(await createWalletHandle({ page, rdns }).addresses()).toStrictEqual([
    expect.stringMatching(/^0x/),
    expect.stringMatching(/^0x/),
  ])
  await expect(createFamilyHandle({ page, rdns: 'dev.other', family: 'solana' }).revoke()).rejects.toThrow(
    'no virtual wallet',
  )
}, 60_000)

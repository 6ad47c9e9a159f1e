import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Devnet, startDevnet } from '@latchkey/devnet'
import type { Browser, Page } from '@playwright/test'
import { build, createServer, preview } from 'vite'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bundlePageScript } from '../bundle/bundlePageScript.ts'
import { createWalletHandle } from '../playwright/WalletHandle.ts'
import { toInitScript } from '../playwright/walletTest.ts'
import { launchChromium } from '../testing/launchChromium.ts'
import { sandboxWallet } from '../vite/sandboxWallet.ts'
import type { PageWalletOptions } from './installVirtualWallet.ts'

let devnet: Devnet
let browser: Browser
let root: string
let page: Page

// A site with its own modal that finds wallets and keeps the answers.
const html = `<!doctype html><html><head><title>Site</title></head><body><h1>Site</h1><dialog id="modal">modal</dialog><script>
window.wallets = {}; window.answers = [];
addEventListener('eip6963:announceProvider', ({ detail }) => { wallets[detail.info.rdns] = detail });
dispatchEvent(new Event('eip6963:requestProvider'));
window.ask = (rdns, method, ...params) => { wallets[rdns].provider.request({ method, params })
  .then((result) => answers.push({ method, result }), (error) => answers.push({ method, code: error.code })) };
</script></body></html>`

type Site = {
  wallets: Record<string, { info: { name: string } }>
  answers: { method: string; result?: unknown; code?: number }[]
  ask: (rdns: string, method: string, ...params: unknown[]) => void
}

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'latchkey-testkit-'))
  await writeFile(join(root, 'index.html'), html)
  const folder = join(process.cwd(), '.latchkey', 'test')
  ;[devnet, browser] = await Promise.all([
    startDevnet({ folder, bakeFolder: join(process.cwd(), '.latchkey', 'test-bake'), chains: [31337] }),
    launchChromium(),
  ])
}, 120_000)
afterAll(async () => {
  await Promise.all([browser?.close(), devnet?.stop()])
  if (root) await rm(root, { recursive: true, force: true })
})
beforeEach(async () => {
  const context = await browser.newContext()
  page = await context.newPage()
  return () => context.close()
})

const options = (): PageWalletOptions => {
  const [first, ...others] = devnet.accounts
  if (!first) throw new Error('No accounts')
  return {
    accounts: [first, ...others],
    chains: Object.fromEntries(devnet.chains.map(({ id, rpcUrl, name }) => [id, { rpcUrl, name }])),
  }
}
const ask = (rdns: string, method: string, ...params: unknown[]) =>
  page.evaluate(({ rdns: id, method: name, params: list }) => (globalThis as unknown as Site).ask(id, name, ...list), {
    rdns,
    method,
    params,
  })
const answer = async () => {
  await page.waitForFunction(() => (globalThis as unknown as Site).answers.length > 0)
  return page.evaluate(() => (globalThis as unknown as Site).answers.shift())
}

async function serve(): Promise<{ url: string; close: () => Promise<void> }> {
  const server = await createServer({
    root,
    configFile: false,
    logLevel: 'error',
    resolve: { conditions: ['dev'] },
    cacheDir: join(root, '.vite'),
    server: { host: '127.0.0.1', port: 0, fs: { strict: false } },
    // If Vite discovers a dependency while it serves, it optimizes it and reloads the page in the middle of a test.
    optimizeDeps: { noDiscovery: true },
    plugins: [sandboxWallet(options())],
  })
  await server.listen()
  return { url: server.resolvedUrls?.local[0] ?? '', close: () => server.close() }
}

describe('the wallet that Playwright adds to a page', () => {
  test('default', async () => {
    const script = await bundlePageScript('../page/installVirtualWallet')
    await page.context().addInitScript({ content: toInitScript({ script, options: { ...options(), policy: 'ask' } }) })
    const { url, close } = await serve()
    try {
      await page.goto(url)
      const rdns = 'dev.latchkey.virtual'
      const wallet = createWalletHandle({ page, rdns })
      expect(await wallet.addresses()).toStrictEqual(devnet.accounts.map(({ address }) => address))
      await ask(rdns, 'eth_requestAccounts')
      await wallet.approve()
      expect(await answer()).toStrictEqual({ method: 'eth_requestAccounts', result: [devnet.accounts[0]?.address] })

      await page.reload()
      await ask(rdns, 'eth_accounts')
      expect(await answer()).toMatchObject({ result: [devnet.accounts[0]?.address] })
      await wallet.setPolicy('reject')
      await ask(rdns, 'personal_sign', '0x68', devnet.accounts[0]?.address)
      expect(await answer()).toMatchObject({ code: 4001 })
      expect(await wallet.waitForRequest({ method: 'personal_sign' })).toMatchObject({ method: 'personal_sign' })
      await wallet.revoke()
      await ask(rdns, 'eth_accounts')
      expect(await answer()).toMatchObject({ result: [] })
    } finally {
      await close()
    }
  }, 60_000)
})

describe('the sandbox wallet of a dev server', () => {
  const rdns = 'dev.latchkey.sandbox'

  test('default', async () => {
    const { url, close } = await serve()
    try {
      await page.goto(url)
      await page.waitForFunction((id) => id in (globalThis as unknown as Site).wallets, rdns)
      expect(await page.evaluate((id) => (globalThis as unknown as Site).wallets[id]?.info.name, rdns)).toBe(
        'Local test wallet (sandbox)',
      )
      // The site's own modal makes everything else inert, except content above it.
      await page.evaluate(() => (document.getElementById('modal') as HTMLDialogElement).showModal())
      await ask(rdns, 'eth_requestAccounts')
      const panel = page.getByRole('dialog', { name: 'Connect' })
      await panel.getByRole('combobox').selectOption({ index: 1 })
      await panel.getByRole('button', { name: 'Connect' }).click()
      expect(await answer()).toMatchObject({ result: [devnet.accounts[1]?.address] })
      await panel.waitFor({ state: 'detached' })

      const token = devnet.tokens.find(({ kind }) => kind === 'usd')
      const data = `0xa9059cbb${devnet.accounts[0]?.address.slice(2).padStart(64, '0')}${(2_500_000).toString(16).padStart(64, '0')}`
      await ask(rdns, 'eth_sendTransaction', { from: devnet.accounts[1]?.address, to: token?.address, data })
      const transaction = page.getByRole('dialog', { name: 'Send transaction' })
      await transaction.getByText('2.5 USDL').waitFor()
      if (process.env.SHOTS) await page.screenshot({ path: join(process.env.SHOTS, 'sandbox-desktop.png') })
      await transaction.getByRole('button', { name: 'Approve' }).press('Enter')
      expect(await answer()).toMatchObject({ result: expect.stringMatching(/^0x[0-9a-f]{64}$/) })

      await page.setViewportSize({ width: 390, height: 760 })
      await page.emulateMedia({ colorScheme: 'dark' })
      await ask(rdns, 'personal_sign', '0x48656c6c6f', devnet.accounts[1]?.address)
      await page.getByRole('dialog', { name: 'Sign message' }).waitFor()
      if (process.env.SHOTS) await page.screenshot({ path: join(process.env.SHOTS, 'sandbox-phone.png') })
      await page.keyboard.press('Escape')
      expect(await answer()).toMatchObject({ code: 4001 })

      await page.evaluate(() => (document.getElementById('modal') as HTMLDialogElement).close())
      await page.getByRole('combobox', { name: 'Account of the test wallet' }).selectOption({ index: 0 })
      await ask(rdns, 'eth_accounts')
      expect(await answer()).toMatchObject({ result: [devnet.accounts[0]?.address] })
    } finally {
      await close()
    }
  }, 60_000)

  test('behavior: never in a build, and in a preview only on request', async () => {
    const common = { root, configFile: false, logLevel: 'error' } as const
    await build({ ...common, plugins: [sandboxWallet(options())] })
    for (const withWallet of [false, true]) {
      const server = await preview({
        ...common,
        preview: { host: '127.0.0.1', port: 0 },
        plugins: [sandboxWallet({ ...options(), preview: withWallet })],
      })
      try {
        await page.goto(server.resolvedUrls?.local[0] ?? '')
        expect(await page.evaluate((id) => id in (globalThis as unknown as Site).wallets, rdns)).toBe(withWallet)
      } finally {
        await server.close()
      }
    }
  }, 60_000)
})

import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { test as base, expect, type Page } from '@playwright/test'
import { build, defaultClientConditions } from 'vite'
import { contentSecurityPolicy } from '../../vite/siteHeaders.ts'
import { readWorld, type World } from '../setup/World.ts'
import { endWindow } from './endWindow.ts'
import type { SmartWalletSettings } from './page/SmartWalletSettings.ts'

const root = fileURLToPath(new URL('./page', import.meta.url))
const types: Record<string, string> = { '.js': 'text/javascript' }

/** Returns the two origins of these tests: the site, which the project allows, and the wallet's window. */
export function smartOrigins(world: World): { site: string; wallet: string } {
  return { site: world.hosts.good, wallet: world.hosts.good.replace('good.', 'smart.') }
}

/** Requests of the page and its windows. */
export type SmartWatch = {
  /** Requests to the wallet's origin. */
  toWallet: string[]
  /** Requests of the site's page to any origin except its own and its server's. */
  strangers: string[]
}

/** The tests' `test`: builds both pages once per run, and serves them under their own origins. */
export const test = base.extend<
  { world: World; app: SmartSite; watch: SmartWatch },
  { builtFolder: string; account: number }
>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the used fixtures from this pattern.
  world: async ({}, use) => use(readWorld()),
  // An account that almost no other test uses.
  account: [3, { scope: 'worker' }],
  builtFolder: [
    async ({ account }, use) => {
      const world = readWorld()
      const signer = world.accounts[account % world.accounts.length]
      if (!signer) throw new Error('The world has no accounts')
      const settings: SmartWalletSettings = {
        apiUrl: world.api,
        projectId: world.projectId,
        walletUrl: `${smartOrigins(world).wallet}/wallet.html`,
        networks: world.chains.map(({ id, name, rpcUrl }) => ({ id, name, rpcUrl })),
        privateKey: signer.privateKey,
      }
      const folder = await mkdtemp(join(tmpdir(), 'latchkey-smart-'))
      await build({
        configFile: false,
        root,
        logLevel: 'error',
        define: { SMART_WALLET: JSON.stringify(settings) },
        resolve: { conditions: ['dev', ...defaultClientConditions] },
        build: {
          outDir: folder,
          target: 'es2022',
          modulePreload: { polyfill: false },
          emptyOutDir: true,
          reportCompressedSize: false,
          rolldownOptions: { input: [`${root}/index.html`, `${root}/wallet.html`] },
        },
      })
      await use(folder)
      await rm(folder, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  // Pages that a test serves count as public, and could otherwise not send requests to this machine's chains and server.
  launchOptions: [
    async ({ launchOptions }, use) => {
      const args = (launchOptions.args ?? []).map((flag) =>
        flag.startsWith('--disable-features=') ? `${flag},LocalNetworkAccessChecks` : flag,
      )
      await use({ ...launchOptions, args })
    },
    { scope: 'worker' },
  ],
  context: async ({ context, builtFolder, world }, use) => {
    const { site, wallet } = smartOrigins(world)
    const policy = contentSecurityPolicy({ api: world.api, wallet: undefined, connect: [] })
    await context.route(
      (url) => [site, wallet].includes(url.origin),
      async (route) => {
        const { origin, pathname } = new URL(route.request().url())
        const file = pathname === '/' ? '/index.html' : pathname
        const body = await readFile(join(builtFolder, file)).catch(() => undefined)
        await route.fulfill({
          status: body ? 200 : 404,
          body: body ?? '',
          headers: {
            'content-type': types[extname(file)] ?? 'text/html',
            ...(origin === site
              ? { 'content-security-policy': policy, 'cross-origin-opener-policy': 'same-origin-allow-popups' }
              : {}),
          },
        })
      },
    )
    await use(context)
  },
  baseURL: async ({ world }, use) => use(smartOrigins(world).site),
  app: async ({ page }, use) => use(new SmartSite(page)),
  watch: [
    async ({ page, context, world }, use) => {
      const { site, wallet } = smartOrigins(world)
      const watch: SmartWatch = { toWallet: [], strangers: [] }
      const faults: string[] = []
      context.on('request', (request) => {
        if (request.url().startsWith(wallet)) watch.toWallet.push(request.url())
      })
      page.on('request', (request) => {
        const { origin, protocol } = new URL(request.url())
        if (/^http/.test(protocol) && ![site, new URL(world.api).origin].includes(origin))
          watch.strangers.push(request.url())
      })
      page.on('pageerror', (error) => faults.push(error.message))
      page.on('console', (message) => {
        if (/content security policy/i.test(message.text())) faults.push(message.text())
      })
      await use(watch)
      expect(watch.strangers, 'requests to third parties').toEqual([])
      expect(faults, 'errors that nobody caught').toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

/** The site's page with locators for its buttons and outputs, and the wallet's windows. */
export class SmartSite {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  button(name: string) {
    return this.page.getByRole('button', { name, exact: true })
  }

  output(name: string) {
    return this.page.getByLabel(name, { exact: true })
  }

  /** Presses a button that opens the wallet's window. */
  async open(name: string): Promise<Page> {
    const [popup] = await Promise.all([this.page.waitForEvent('popup'), this.button(name).click()])
    return popup
  }

  /** Presses a button, then another in the window that it opens, and waits for the window to close. */
  async decide({ button, decision }: { button: string; decision: string }): Promise<void> {
    await endWindow({ popup: await this.open(button), decision })
  }
}

import type { Page } from '@playwright/test'
import { EmbeddedWallet } from '../pages/EmbeddedWallet.ts'
import { WalletModal } from '../pages/WalletModal.ts'
import { readWorld } from '../setup/World.ts'
import { expect, test as walletTest } from '../wallet/walletTest.ts'
import { buildInterop } from './buildInterop.ts'

/** Activity of a page. */
export type InteropWatch = {
  /** Requests to the wallet's origin. */
  toWallet: string[]
  /** Violations of the content security policy, and uncaught errors. */
  faults: string[]
}

/** The tests' `test`: builds the pages once per run, when the first test needs them. */
export const test = walletTest.extend<
  { embedded: EmbeddedWallet; modal: WalletModal; app: WagmiApp; watch: InteropWatch },
  { builtUrl: string }
>({
  builtUrl: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the used fixtures from this pattern.
    async ({}, use) => {
      const world = readWorld()
      await buildInterop({ world })
      await use(world.hosts.wagmi)
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ builtUrl }, use) => use(builtUrl),
  embedded: async ({ page }, use) => use(new EmbeddedWallet(page)),
  modal: async ({ page }, use) => use(new WalletModal(page)),
  app: async ({ page }, use) => use(new WagmiApp(page)),
  watch: [
    async ({ page, world }, use) => {
      const watch: InteropWatch = { toWallet: [], faults: [] }
      page.on('request', (request) => {
        if (request.url().startsWith(world.wallet)) watch.toWallet.push(request.url())
      })
      page.on('pageerror', (error) => watch.faults.push(error.message))
      page.on('console', (message) => {
        if (/content security policy/i.test(message.text())) watch.faults.push(message.text())
      })
      await page.addInitScript(() => {
        const shown = { count: 0 }
        const { showModal } = HTMLDialogElement.prototype
        HTMLDialogElement.prototype.showModal = function () {
          shown.count++
          showModal.call(this)
        }
        Object.assign(window, { shown })
      })
      await use(watch)
      expect(watch.faults, 'errors that nobody caught').toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

/** The wagmi app, with locators for its buttons and outputs. */
export class WagmiApp {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  button(name: string) {
    return this.page.locator('#root').getByRole('button', { name, exact: true })
  }

  output(name: string) {
    return this.page.getByLabel(name, { exact: true })
  }

  /** Returns the number of dialogs, of the kit and of the wallet, since the page was loaded. */
  dialogsShown(): Promise<number> {
    return this.page.evaluate(() => (window as Window & { shown?: { count: number } }).shown?.count ?? 0)
  }
}

import { test as walletTest } from '@latchkey/testkit/playwright'
import type { Page } from '@playwright/test'
import { EmbeddedWallet } from '../pages/EmbeddedWallet.ts'
import { WalletModal } from '../pages/WalletModal.ts'
import { readWorld, type World } from '../setup/World.ts'
import { buildHosts } from './buildHosts.ts'

/** Name of the wallet in the pages. */
export const walletName = 'Host wallet'

/** Activity of a test's pages. */
export type HostWatch = {
  /** URL of every request, including those of frames and workers. */
  requests: string[]
  /** Console warnings, uncaught errors, and violations of a policy. */
  faults: string[]
}

/** The tests' `test`: builds the pages once per run, and watches them. */
export const test = walletTest.extend<
  { world: World; modal: WalletModal; embedded: EmbeddedWallet; host: HostPage; watch: HostWatch },
  { builtUrl: string }
>({
  builtUrl: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the used fixtures from this pattern.
    async ({}, use) => {
      const world = readWorld()
      await buildHosts({ world })
      await use(world.hosts.kit)
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: as above
  world: async ({}, use) => use(readWorld()),
  baseURL: async ({ builtUrl }, use) => use(builtUrl),
  walletOptions: async ({ world }, use) => {
    const [first, ...rest] = world.accounts
    if (!first) throw new Error('The world has no accounts')
    await use({
      name: walletName,
      accounts: [first, ...rest],
      chains: Object.fromEntries(world.chains.map(({ id, name, rpcUrl }) => [id, { name, rpcUrl }])),
    })
  },
  modal: async ({ page }, use) => use(new WalletModal(page)),
  embedded: async ({ page }, use) => use(new EmbeddedWallet(page)),
  host: async ({ page }, use) => use(new HostPage(page)),
  watch: [
    async ({ context, page }, use) => {
      const watch: HostWatch = { requests: [], faults: [] }
      context.on('request', (request) => watch.requests.push(request.url()))
      page.on('pageerror', (error) => watch.faults.push(error.message))
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) watch.faults.push(message.text())
      })
      await page.exposeFunction('noteViolation', (text: string) => watch.faults.push(text))
      await page.addInitScript(() => {
        const { noteViolation } = window as unknown as { noteViolation: (text: string) => void }
        document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) =>
          noteViolation(`${effectiveDirective}: ${blockedURI} ${sample}`),
        )
      })
      await use(watch)
      walletTest.expect(watch.faults, 'warnings, errors and violations').toEqual([])
    },
    { auto: true },
  ],
})

export const { expect } = test

/** The major versions of React that a site can have; wagmi's follow them. */
export const reactMajors = [18, 19] as const

/** A page of a site builder, with locators for its elements. */
export class HostPage {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  async open({
    react = 19,
    page = 'index',
    policy,
  }: {
    react?: (typeof reactMajors)[number]
    page?: 'index' | 'hostile' | 'wagmi'
    policy?: 'minimal' | 'nonce'
  } = {}) {
    await this.page.goto(`/react-${react}/${page}.html${policy ? `?policy=${policy}` : ''}`)
  }

  button(name: string) {
    return this.page.getByRole('button', { name, exact: true })
  }

  output(name: string) {
    return this.page.getByLabel(name, { exact: true })
  }

  /** The kit's buttons after hydration by React. */
  get kitButtons() {
    return this.page.locator('latchkey-button')
  }
}

import { test as walletTest } from '@latchkey/testkit/playwright'
import { otherName } from './otherName.ts'
import { EmbeddedWallet } from './pages/EmbeddedWallet.ts'
import { SitePage } from './pages/SitePage.ts'
import { WalletModal } from './pages/WalletModal.ts'
import { readWorld, type World } from './setup/World.ts'
import { toPageFamilies } from './toPageFamilies.ts'

/** Name of the wallet that the tests control, beside the sandbox wallet of the site. */
export const walletName = 'Journey wallet'

/** Forbidden actions of a page. */
export type Watch = {
  /** Requests to hosts other than the site, its server, and the local chains (which only the wallet may ask). */
  strangers: string[]
  /** Violations of the content security policy, and uncaught errors. */
  faults: string[]
}

/**
 * The tests' `test`: the world, the pages, a wallet, and for each test a watch over the requests and errors of its page.
 * The wallet starts with Ada's key. A test that moves money chooses its own with `account`.
 */
export const test = walletTest.extend<{
  world: World
  /** Index of the world's account that the wallet starts with. */
  account: number
  /** Families of the wallets beside EVM: of the wallet in the page, and of the one in the tests' process. */
  families: readonly ('solana' | 'bip122')[]
  site: SitePage
  modal: WalletModal
  embedded: EmbeddedWallet
  watch: Watch
}>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the used fixtures from this pattern.
  world: async ({}, use) => use(readWorld()),
  account: [0, { option: true }],
  families: [[], { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: as above
  baseURL: async ({}, use) => use(readWorld().site),
  walletOptions: async ({ world, account, families }, use) => {
    const [first, ...rest] = [...world.accounts.slice(account), ...world.accounts.slice(0, account)]
    if (!first) throw new Error('The world has no accounts')
    await use({
      name: walletName,
      accounts: [first, ...rest],
      chains: Object.fromEntries(world.chains.map(({ id, name, rpcUrl }) => [id, { name, rpcUrl }])),
      families: toPageFamilies({ world, account, families }),
    })
  },
  pairedWalletOptions: async ({ world }, use) => {
    const [first, ...rest] = world.accounts
    const [chain, ...chains] = world.chains
    if (!first || !chain) throw new Error('The world is incomplete')
    await use({
      relays: [`${world.api.replace(/^http/, 'ws')}/relay`],
      projectId: world.projectId,
      accounts: [first, ...rest],
      chains: [chain, ...chains],
    })
  },
  site: async ({ page }, use) => use(new SitePage(page)),
  modal: async ({ page }, use) => use(new WalletModal(page)),
  embedded: async ({ page }, use) => use(new EmbeddedWallet(page)),
  watch: [
    async ({ page, world }, use, info) => {
      const friends = [
        world.site,
        otherName(world.site),
        world.api,
        world.subscription.url,
        world.wallet,
        ...world.chains.map(({ rpcUrl }) => rpcUrl),
        ...world.solana.map(({ rpcUrl }) => rpcUrl),
        ...world.bitcoin.map(({ esploraUrl }) => esploraUrl),
      ].map((url) => new URL(url).host)
      const watch: Watch = { strangers: [], faults: [] }
      /** Configuration errors that the kit reported. A failed test prints them, with the state of the wallet's frame. */
      const alerts: string[] = []
      page.on('request', (request) => {
        const { protocol, host } = new URL(request.url())
        // Without windows, the page itself goes to the provider of a login.
        const isLogin = request.isNavigationRequest() && host === new URL(world.identity).host
        if (/^(http|ws)s?:$/.test(protocol) && !friends.includes(host) && !isLogin) watch.strangers.push(request.url())
      })
      page.on('pageerror', (error) => watch.faults.push(error.message))
      page.on('console', (message) => {
        const text = message.text()
        if (/content security policy/i.test(text)) watch.faults.push(text)
        if (text.startsWith('Latchkey: ')) alerts.push(text)
      })
      await use(watch)
      if (info.status !== info.expectedStatus) for (const alert of alerts) console.log(`${info.title}: ${alert}`)
      walletTest.expect(watch.strangers, 'requests to third parties').toEqual([])
      walletTest.expect(watch.faults, 'errors that nobody caught').toEqual([])
    },
    { auto: true },
  ],
})

export const { expect } = test

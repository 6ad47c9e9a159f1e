import { test as walletTest } from '@latchkey/testkit/playwright'
import { otherName } from './otherName.ts'
import { EmbeddedWallet } from './pages/EmbeddedWallet.ts'
import { SitePage } from './pages/SitePage.ts'
import { WalletModal } from './pages/WalletModal.ts'
import { readWorld, type World } from './setup/World.ts'
import { toPageFamilies } from './toPageFamilies.ts'

/** The name of the wallet that the tests drive, beside the sandbox wallet of the site. */
export const walletName = 'Journey wallet'

/** What a page did that it must not do. */
export type Watch = {
  /** Requests to hosts that are neither the site, nor its server, nor a local chain (which only the wallet asks). */
  strangers: string[]
  /** Violations of the content security policy and errors that nobody caught. */
  faults: string[]
}

/**
 * The tests' `test`: the world, the pages, a wallet, and for each test a watch over what its page asked for and did wrong.
 * The wallet holds Ada's key first; a test that moves money takes its own with `account`.
 */
export const test = walletTest.extend<{
  world: World
  /** Which of the world's accounts the wallet begins with. */
  account: number
  /** Which families the wallets have beside Ethereum's: that in the page, and that in the process of the tests. */
  families: readonly ('solana' | 'bip122')[]
  site: SitePage
  modal: WalletModal
  embedded: EmbeddedWallet
  watch: Watch
}>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures that are used from here.
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
      /** What the kit told of its set-up: a failed test shows it, with how far the wallet's frame came. */
      const alerts: string[] = []
      page.on('request', (request) => {
        const { protocol, host } = new URL(request.url())
        // Where there are no windows, the page itself goes to the provider of a login.
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

import { toInitScript } from '@latchkey/testkit/playwright'
import { patience } from '../../../scripts/lib/patience.mjs'
import { sentCount, waitForBlock } from './chain.ts'
import { expect, test, walletName } from './fixtures.ts'
import { SitePage } from './pages/SitePage.ts'
import { WalletModal } from './pages/WalletModal.ts'

/** Milliseconds after its block within which both activities show a transaction. */
const promised = 2000

test('behavior: spec 1.4, 1.8, 1.9 and 1.10: connect, see, send, arrive, switch, disconnect @journey', async ({
  browser,
  page,
  world,
  site,
  modal,
  wallet,
  walletOptions,
  walletScript,
}) => {
  // Other tests on the same machine make the exact time meaningless.
  const promise = test.info().project.name === 'timed' ? promised : patience
  const [ada, , , dan] = world.accounts
  const [one, two] = world.chains
  const token = world.tokens.find(({ kind }) => kind === 'site')
  const dollar = world.tokens.find(({ kind }) => kind === 'usd')
  if (!ada || !dan || !one || !two || !token || !dollar || !walletOptions) throw new Error('The world is incomplete')

  await test.step('connect', async () => {
    await site.open('/')
    await modal.connect(walletName)
    expect(await wallet.addresses()).toContain(ada.address)
  })

  await test.step('balances of several tokens on both networks, with prices', async () => {
    await site.visit('Portfolio')
    for (const name of ['Ether', token.name, dollar.name]) {
      const row = site.asset({ name, network: one.name })
      await expect(row).toHaveCount(1)
      await expect(row).toContainText(/\$\d/)
      await expect(row.getByRole('cell').last()).toHaveText(/^\$[\d,]+\.\d\d$/)
    }
    await expect(site.asset({ name: 'Ether', network: two.name })).toHaveCount(1)
  })

  // Dan's activity is open while Ada sends.
  const { accounts } = walletOptions
  const danFirst = [accounts[3], ...accounts.slice(0, 3)].filter((account) => account !== undefined)
  const [first, ...rest] = danFirst
  if (!first) throw new Error('Dan is missing')
  const context = await browser.newContext({ baseURL: world.site })
  await context.addInitScript({
    content: toInitScript({ script: walletScript, options: { ...walletOptions, accounts: [first, ...rest] } }),
  })
  const danPage = await context.newPage()
  const danSite = new SitePage(danPage)
  await danSite.open('/activity')
  await new WalletModal(danPage).connect(walletName)
  await site.visit('Activity')

  for (const { symbol, amount } of [
    { symbol: 'ETH', amount: '0.2531' },
    { symbol: token.symbol, amount: '12.5077' },
  ]) {
    await test.step(`send ${symbol}`, async () => {
      const before = await sentCount({ url: one.rpcUrl, address: ada.address })
      await modal.fillSend({ symbol, amount, receiver: dan.address })
      await modal.review()
      await expect(modal.dialog).toContainText(`${amount} ${symbol}`)
      await modal.button('Confirm').click()

      const mined = await waitForBlock({ url: one.rpcUrl, address: ada.address, before })
      const text = `${amount} ${symbol}`
      await expect(site.confirmed(text)).toHaveCount(1, { timeout: promise })
      await expect(danSite.confirmed(text)).toHaveCount(1, { timeout: promise })
      expect(Date.now() - mined, 'both histories after the block').toBeLessThan(promise)

      await expect(site.confirmed(text)).toContainText('Sent')
      await expect(danSite.confirmed(text)).toContainText('Received')
      await expect(modal.dialog).toContainText('The network has confirmed it.')
      await modal.button('Done').click()
      await modal.close()
    })
  }
  await context.close()

  await test.step('switch the network', async () => {
    await modal.switchNetwork(two.name)
    const switched = await wallet.waitForRequest({ method: 'wallet_switchEthereumChain' })
    expect(switched.params).toEqual([{ chainId: `0x${two.id.toString(16)}` }])
  })

  await test.step('disconnect, and stay disconnected over a reload', async () => {
    await modal.disconnect()
    await page.reload()
    await expect(site.main.getByRole('heading', { name: 'Your activity' })).toBeVisible()
    await expect(site.connectButton).toBeVisible()
    await expect(modal.accountButton).toBeHidden()
    const asked = await wallet.requests()
    expect(asked.map(({ method }) => method)).not.toContain('eth_requestAccounts')
  })
})

test('behavior: a reload keeps the connection without asking the wallet', async ({ page, site, modal, wallet }) => {
  await site.open('/portfolio')
  await modal.connect(walletName)
  await page.reload()
  await expect(modal.accountButton).toBeVisible()
  const asked = await wallet.requests()
  expect(asked.map(({ method }) => method)).not.toContain('eth_requestAccounts')
})

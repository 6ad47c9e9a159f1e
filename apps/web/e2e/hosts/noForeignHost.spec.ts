import { randomUUID } from 'node:crypto'
import type { ViewData, ViewName } from '@latchkey/core'
import type { BrowserContext } from '@playwright/test'
import { test as siteTest, walletName as siteWallet } from '../fixtures.ts'
import { otherName } from '../otherName.ts'
import { SignIn } from '../pages/SignIn.ts'
import { readWorld } from '../setup/World.ts'
import { expect, test, walletName } from './hostTest.ts'

/** Origins of this run's world: the site, its server, the wallet, the local chains, the host pages. */
const ownOrigins = () => {
  const { site, api, wallet, chains, hosts } = readWorld()
  const urls = [site, otherName(site), api, wallet, hosts.kit, ...chains.map(({ rpcUrl }) => rpcUrl)]
  return new Set(urls.map((url) => new URL(url).host))
}

/** Records every request of pages, frames, workers and service workers, and every socket. */
function record(context: BrowserContext): string[] {
  const urls: string[] = []
  context.on('request', (request) => urls.push(request.url()))
  context.on('serviceworker', (worker) => urls.push(worker.url()))
  context.on('page', (page) => page.on('websocket', (socket) => urls.push(socket.url())))
  return urls
}

const foreign = (urls: readonly string[]) => {
  const own = ownOrigins()
  return urls.filter((url) => /^(http|ws)s?:/.test(url) && !own.has(new URL(url).host))
}
const telemetry = (urls: readonly string[]) =>
  urls.filter((url) => /^\/(e|batch|getAnalyticsConfig)$/.test(new URL(url).pathname))

siteTest(
  'behavior: no page and no view of the site asks a foreign host',
  async ({ context, page, site, modal, wallet }) => {
    const urls = record(context)

    await siteTest.step('on load: the page, its files, its own server, and no telemetry', async () => {
      await site.open('/')
      await wallet.addresses()
      await expect(site.connectButton).toBeVisible()
      expect(foreign(urls)).toEqual([])
      expect(telemetry(urls)).toEqual([])
      expect(
        urls.filter((url) => url.startsWith(readWorld().wallet)),
        'the wallet',
      ).toEqual([])
    })

    await siteTest.step('every page', async () => {
      for (const path of ['/portfolio', '/activity', '/account', '/operator', '/nowhere', '/'] as const) {
        await site.open(path)
        await expect(site.main).toBeVisible()
        await expect(site.connectButton).toBeVisible()
      }
    })

    await siteTest.step('the wallets, and a search among all of them', async () => {
      await site.connectButton.click()
      await modal.button(/^All wallets/).click()
      const search = modal.dialog.getByRole('searchbox').or(modal.dialog.getByRole('textbox')).first()
      await search.fill('meta')
      await expect(modal.button(/MetaMask/).first()).toBeVisible()
      await modal.close()
    })

    await siteTest.step('the wallet’s own card', async () => {
      await site.connectButton.click()
      await page.getByRole('textbox', { name: 'Email address' }).fill(`${randomUUID().slice(0, 12)}@example.com`)
      await page.getByRole('button', { name: 'Continue with email' }).click()
      await expect(page.frameLocator(`iframe[src^="${readWorld().wallet}"]`).getByLabel('Six-digit code')).toBeVisible()
    })

    await siteTest.step('what somebody sees who is connected', async () => {
      await site.open('/portfolio')
      await modal.connect(siteWallet)
      await expect(site.asset({ name: 'Ether', network: 'Local One' })).toBeVisible()
      await site.visit('Activity')
      await expect(site.main.getByRole('listitem').first()).toBeVisible()
      await modal.networkButton.click()
      await expect(modal.button('Local Two')).toBeVisible()
      await modal.close()
      await modal.accountButton.click()
      await modal.button('Receive').first().click()
      await expect(modal.title('Receive')).toBeVisible()
      await modal.close()
    })

    await siteTest.step('what somebody sees who is signed in', async () => {
      const signIn = new SignIn(modal)
      await site.visit('Profile')
      await signIn.ask()
      for (const part of ['Orders and swaps', 'Settings', 'Signed-in browsers', 'Saved addresses']) {
        await site.main.getByRole('link', { name: part, exact: true }).click()
        await expect(site.main.getByRole('heading', { name: part, level: 2 })).toBeVisible()
      }
      await site.open('/operator')
      await expect(site.main.getByRole('heading', { name: 'Operator', level: 1 })).toBeVisible()
      await modal.disconnect()
    })

    expect(urls.length).toBeGreaterThan(50)
    expect(foreign(urls)).toEqual([])
    const told = telemetry(urls).map((url) => new URL(url).origin)
    expect([...new Set(told)], 'telemetry, which the site has on, goes to its own server').toEqual([readWorld().api])
  },
)

type HostWindow = Window & {
  hostKit: { modal: { open: (options: object) => Promise<unknown>; getState: () => { open: boolean } } }
}

const hash = `0x${'1'.repeat(64)}`

/** Every view, with data for it. */
const views: { [Name in ViewName]: ViewData[Name] } = {
  Connect: undefined,
  ConnectingExternal: { connectorId: 'dev.latchkey.virtual' },
  ConnectingMultiChain: { walletId: 'dev.latchkey.virtual' },
  ConnectingWalletConnect: { walletId: 'dev.latchkey.virtual' },
  ConnectingWalletConnectBasic: undefined,
  ConnectingSiwe: undefined,
  ConnectingSocial: { provider: 'google' },
  ConnectingFarcaster: undefined,
  SIWXSignMessage: undefined,
  Wallets: undefined,
  SmartAccountSettings: undefined,
  SmartSessionList: undefined,
  Swap: undefined,
  SwapSelectToken: { side: 'from' },
  SwapPreview: undefined,
  OnRampProviders: undefined,
  OnRampTokenSelect: undefined,
  OnRampFiatSelect: undefined,
  BuyInProgress: { orderId: '0'.repeat(32) },
  WhatIsABuy: undefined,
  ChooseAccountName: undefined,
  RegisterAccountName: undefined,
  RegisterAccountNameSuccess: { name: 'somebody' },
  AllWallets: undefined,
  EmailVerifyDevice: undefined,
  EmailVerifyOtp: undefined,
  GetWallet: undefined,
  WhatIsAWallet: undefined,
  Account: undefined,
  Networks: undefined,
  SwitchNetwork: { chainId: 'eip155:31337' },
  UnsupportedChain: undefined,
  WhatIsANetwork: undefined,
  WalletSend: undefined,
  WalletSendSelectToken: undefined,
  WalletSendPreview: undefined,
  WalletSendConfirmed: undefined,
  Receive: undefined,
  ApproveTransaction: undefined,
  AccountSettings: undefined,
  UpdateEmail: undefined,
  UpdateEmailPrimaryOtp: undefined,
  UpdateEmailSecondaryOtp: undefined,
  Security: undefined,
  Activity: undefined,
  Transaction: { hash, chainId: 'eip155:31337' },
}

test('behavior: no view of the kit sends a request to a foreign host, with any connection', async ({
  context,
  page,
  host,
  modal,
  wallet,
}) => {
  const urls = record(context)
  await host.open()
  await wallet.addresses()
  await expect.poll(() => host.kitButtons.evaluateAll((all) => all.every(({ shadowRoot }) => shadowRoot))).toBe(true)
  const kitPage = new URL(page.url()).origin
  expect(
    urls.filter((url) => /^http/.test(url) && !url.startsWith(kitPage)),
    'before anybody acts',
  ).toEqual([])

  const walk = async () => {
    for (const [name, data] of Object.entries(views)) {
      await page.evaluate(
        ([view, value]) => {
          const { modal: kit } = (window as unknown as HostWindow).hostKit
          // Some views refuse to open: a sign-in on a site without one, or an account without a connection.
          kit.open({ view, data: value }).catch(() => undefined)
        },
        [name, data] as const,
      )
      // The view shows, or has opened another one, or has closed the modal.
      const settled = () =>
        page.evaluate(() => {
          const isOpen = (window as unknown as HostWindow).hostKit.modal.getState().open
          return !isOpen || Boolean(document.querySelector('latchkey-modal')?.shadowRoot?.querySelector('.view'))
        })
      await expect.poll(settled, { message: name }).toBe(true)
    }
  }
  // Some views send a request to the wallet when they open.
  await wallet.setPolicy('reject')
  await walk()
  await page.reload()
  await wallet.setPolicy('approve')
  await modal.connect(walletName)
  await walk()
  expect(foreign(urls)).toEqual([])
  expect(telemetry(urls)).toEqual([])
})

import { alsoElsewhere } from './alsoElsewhere.ts'
import { rpc } from './chain.ts'
import { expect, walletName } from './fixtures.ts'
import { test } from './ownAccount.ts'
import { changeSite } from './pages/changeSite.ts'
import { SignIn } from './pages/SignIn.ts'
import { endWindow } from './smartWallet/endWindow.ts'

test('behavior: spec 1.6 and 1.7: a smart wallet of another provider: connect, sign in, send, reload, disconnect', async ({
  page,
  context,
  world,
  owner,
  site,
  modal,
}) => {
  const [one] = world.chains
  const [, ben] = world.accounts
  if (!one || !ben) throw new Error('The world is incomplete')
  // An account for this test alone in the wallet's window.
  await context.route('**/phone.json', async (route) => {
    const response = await route.fetch()
    const { name, privateKey } = owner
    await route.fulfill({
      response,
      json: { ...((await response.json()) as object), accounts: [{ name, privateKey }] },
    })
  })
  const popupOf = async (click: () => Promise<void>) => (await Promise.all([page.waitForEvent('popup'), click()]))[0]

  await test.step('connect: the window names the site', async () => {
    await site.open('/account')
    await site.connectButton.click()
    const popup = await popupOf(() => modal.button('Demo smart wallet').click())
    await expect(popup.locator('#site')).toHaveText(`Opened by ${world.site}`)
    await endWindow({ popup, decision: 'Connect' })
    await expect(modal.accountButton).toBeVisible()
    await expect(modal.dialog).toBeHidden()
  })

  await test.step('sign in: the server takes its signature', async () => {
    const signIn = new SignIn(modal)
    await endWindow({ popup: await popupOf(() => signIn.ask()), decision: 'Sign' })
    await expect(signIn.who).toBeVisible()
  })

  await test.step('send: the transaction is in a block', async () => {
    const balance = () => rpc<string>({ url: one.rpcUrl, method: 'eth_getBalance', params: [owner.address, 'latest'] })
    const before = BigInt(await balance())
    await modal.fillSend({ symbol: 'ETH', amount: '0.25', receiver: ben.address })
    await modal.review()
    await endWindow({ popup: await popupOf(() => modal.button('Confirm').click()), decision: 'Approve' })
    await expect(modal.dialog).toContainText('Sent')
    await expect.poll(async () => before - BigInt(await balance())).toBeGreaterThanOrEqual(250_000_000_000_000_000n)
    await modal.button('Done').click()
    await modal.close()
  })

  await test.step('a reload keeps the connection, and disconnect ends it', async () => {
    await page.reload()
    await expect(modal.accountButton).toBeVisible()
    await modal.disconnect()
    await page.reload()
    await expect(site.connectButton).toBeVisible()
  })
})

test('behavior: spec 7.31: events are counted if the site enables it, and otherwise no request is sent', async ({
  page,
  site,
  modal,
}) => {
  const asked: string[] = []
  page.on('request', (request) => void asked.push(new URL(request.url()).pathname))
  await site.open()
  await expect(site.connectButton).toBeVisible()
  expect(asked).not.toContain('/getAnalyticsConfig')
  const posted = page.waitForResponse((response) => new URL(response.url()).pathname === '/batch')
  await site.connectButton.click()
  await expect(modal.title('Connect a wallet')).toBeVisible()
  expect((await posted).status()).toBe(202)

  await test.step('a site that does not enable it', async () => {
    await changeSite({ page, telemetry: undefined })
    await page.reload()
    asked.length = 0
    await site.connectButton.click()
    // The wallets come from the same server, so earlier requests have reached it by then.
    await expect(modal.button('All wallets')).toBeVisible()
    expect(asked.filter((path) => ['/getAnalyticsConfig', '/batch'].includes(path))).toEqual([])
  })
})

test('behavior: terms and privacy show in Connect and in the footer, and need consent if the site requires it', async ({
  page,
  site,
  modal,
  wallet,
}) => {
  const terms = 'https://latch.example/terms'
  await changeSite({ page, termsUrl: terms, privacyUrl: 'https://latch.example/privacy', legalConsent: true })
  await site.open()
  const footer = page.getByRole('contentinfo')
  await expect(footer.getByRole('link', { name: 'Terms' })).toHaveAttribute('href', terms)
  await expect(footer.getByRole('link', { name: 'Privacy' })).toBeVisible()
  await site.connectButton.click()
  const box = modal.dialog.getByRole('checkbox', { name: 'I accept the terms and the privacy policy.' })
  await modal.button(walletName).click()
  await expect(modal.dialog).toContainText('Tick this first, then choose.')
  expect(await wallet.requests()).toEqual([])
  await box.check()
  await modal.button(walletName).click()
  await expect(modal.accountButton).toBeVisible()
})

test('behavior: WalletConnect alone: no login and no wallet of this browser, and the modal opens with the code', async ({
  page,
  site,
  modal,
  wallet,
}) => {
  await changeSite({ page, basic: true })
  await site.open()
  await site.connectButton.click()
  await expect(modal.dialog).toContainText(/New code in [34]:\d\d/)
  await expect(modal.dialog.getByRole('textbox')).toHaveCount(0)
  await expect(modal.button(walletName)).toHaveCount(0)
  expect(await wallet.requests()).toEqual([])
})

test.describe('on a network that the site does not list', () => {
  test.use({ walletOptions: alsoElsewhere })

  test('behavior: a wallet can stay there if the site allows it, and every page continues', async ({
    page,
    site,
    modal,
    wallet,
    watch,
  }) => {
    await changeSite({ page, allowUnsupportedChain: true, theme: { accent: '#1d4ed8' } })
    await site.open()
    await expect(site.connectButton).toHaveCSS('background-color', 'rgb(29, 78, 216)')
    await modal.connect(walletName)
    await wallet.setChain(31339)
    await expect(modal.networkButton).toHaveText(/Unsupported/)
    await expect(modal.dialog).toBeHidden()
    for (const name of ['Portfolio', 'Activity', 'Token'] as const) {
      await site.visit(name)
      await expect(site.main.getByRole('heading').first()).toBeVisible()
    }
    expect(watch.faults).toEqual([])
  })
})

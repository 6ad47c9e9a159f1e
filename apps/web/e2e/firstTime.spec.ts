import { expect, test, walletName } from './fixtures.ts'
import { SignIn } from './pages/SignIn.ts'

// Problems of a first-time visitor.

test('behavior: flaw 2: a page that cannot be fetched keeps header and wallet, and loads when the visitor is online again', async ({
  page,
  site,
  modal,
  wallet,
}) => {
  await site.open('/')
  await wallet.addresses()
  await modal.connect(walletName)
  await expect(site.trades.first()).toBeVisible()
  await page.context().setOffline(true)
  await site.visit('Activity')
  await expect(site.main.getByRole('heading', { name: 'This page could not be loaded' })).toBeVisible()
  await expect(modal.accountButton).toBeVisible()
  await page.context().setOffline(false)
  await expect(site.main.getByRole('heading', { name: 'Activity', exact: true })).toBeVisible()
  // With its style sheet, which did not arrive before either.
  await expect(
    site.main
      .getByRole('listitem')
      .filter({ has: page.locator('time') })
      .first(),
  ).toHaveCSS('position', 'absolute')
})

test('behavior: flaw 20: trades link to the explorer if there is one, and nothing beside the wallet button jumps', async ({
  page,
  site,
  modal,
  wallet,
}) => {
  await site.open('/')
  await wallet.addresses()
  await expect(site.trades.first()).toBeVisible()
  await expect(site.trades.first().getByRole('link')).toHaveCount(0)
  await page.route('**/site.json', async (route) => {
    const response = await route.fetch()
    const { networks, ...config } = (await response.json()) as { networks: object[] }
    const blockExplorers = { default: { name: 'Scan', url: 'https://scan.example/' } }
    await route.fulfill({
      response,
      json: { ...config, networks: networks.map((one) => ({ ...one, blockExplorers })) },
    })
  })
  await page.reload()
  await expect(site.trades.first().getByRole('link')).toHaveAttribute('href', /^https:\/\/scan\.example\/tx\/0x/)

  const placeOf = async () => (await modal.networkButton.boundingBox())?.x
  const before = await placeOf()
  await modal.connect(walletName)
  await expect.poll(placeOf).toBe(before)
})

test('behavior: flaw 21: the current page is marked in forced colors', async ({ page, site }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await site.open('/')
  const link = page.getByRole('navigation', { name: 'Pages' }).first().getByRole('link', { name: 'Token' })
  await expect(link).toBeVisible()
  const colours = await link.evaluate((element) => [
    getComputedStyle(element, '::after').backgroundColor,
    getComputedStyle(document.body).backgroundColor,
  ])
  expect(new Set(colours).size).toBe(2)
})

test.describe('a visitor who is not an operator', () => {
  test.use({ account: 1 })

  test('behavior: step 7: no request is refused while they sign in, look around and sign out', async ({
    page,
    site,
    modal,
    wallet,
    world,
  }) => {
    const refused: string[] = []
    page.on('response', (response) => {
      if (response.status() >= 400 && response.url().startsWith(world.api))
        refused.push(`${response.status()} ${new URL(response.url()).pathname}`)
    })
    const signIn = new SignIn(modal)
    await site.open('/account')
    await wallet.addresses()
    await modal.connect(walletName)
    await signIn.ask()
    await expect(signIn.who).toBeVisible()
    await page.getByRole('link', { name: 'Orders and swaps' }).click()
    await expect(site.main.getByText('Tokens that you bought by card or by swap.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Operator' })).toHaveCount(0)
    await site.main.getByRole('button', { name: 'Sign out' }).click()
    await expect(site.main.getByRole('heading', { name: 'You are signed out' })).toBeVisible()
    expect(refused).toEqual([])
  })
})

import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test, walletName } from './fixtures.ts'
import { SignIn } from './pages/SignIn.ts'

async function findViolations({ page, rule }: { page: Page; rule?: string }) {
  const axe = new AxeBuilder({ page })
    // The panel of the sandbox wallet replaces a browser extension and is not a part of the site.
    .exclude('latchkey-sandbox-wallet')
    // One element of each passed rule is enough. The frame on another site belongs to the wallet, whose tests check its cards.
    .options({ resultTypes: ['violations'] })
    .setLegacyMode(true)
  if (rule) axe.withRules(rule)
  else axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
  const { violations } = await axe.analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
}

/** Checks both themes: only colors depend on the theme. */
async function expectAccessible(page: Page) {
  expect(await findViolations({ page })).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  // Colors may still be in a transition.
  await expect.poll(() => findViolations({ page, rule: 'color-contrast' })).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
}

test.describe('dark, then light', () => {
  test.use({ colorScheme: 'dark' })

  test('behavior: every page is accessible in both themes', async ({ page, site, modal, wallet }) => {
    // Two axe runs on every page take minutes beside other suites.
    test.slow()
    await site.open('/')
    await wallet.addresses()
    await expect(site.trades.first()).toBeVisible()
    await expectAccessible(page)
    await site.open('/nowhere')
    await expect(site.main.getByRole('heading', { name: 'Page not found' })).toBeVisible()
    await expectAccessible(page)
    await site.open('/portfolio')
    await expect(site.main.getByRole('heading', { name: 'See what you own' })).toBeVisible()
    await expectAccessible(page)

    await modal.connect(walletName)
    await expect(site.asset({ name: 'Ether', network: 'Local One' })).toBeVisible()
    await expectAccessible(page)
    await site.asset({ name: 'Ether', network: 'Local One' }).getByRole('button').click()
    await expect(page.getByRole('dialog', { name: 'Ether' })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await site.visit('Activity')
    await expect(site.main.getByRole('listitem').first()).toBeVisible()
    await expectAccessible(page)

    const signIn = new SignIn(modal)
    await site.visit('Profile')
    await expect(site.main.getByRole('heading', { name: 'Sign in with your wallet' })).toBeVisible()
    await expectAccessible(page)
    await signIn.ask()
    for (const part of ['Orders and swaps', 'Settings', 'Signed-in browsers', 'Saved addresses']) {
      await site.main.getByRole('link', { name: part, exact: true }).click()
      await expect(site.main.getByRole('heading', { name: part, level: 2 })).toBeVisible()
      await expect(site.main.locator('[aria-busy="true"]')).toHaveCount(0)
      await expectAccessible(page)
    }
    await site.main.getByRole('button', { name: 'Add an address' }).click()
    await expect(page.getByRole('dialog', { name: 'Add an address' })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await site.main.getByRole('link', { name: 'Operator' }).click()
    await expect(site.main.getByRole('row', { name: /Local One/ }).first()).toBeVisible()
    await expectAccessible(page)
    await modal.disconnect()
  })
})

test.describe('a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('behavior: nothing is wider than the screen', async ({ page, site, modal, wallet }) => {
    await site.open('/')
    await wallet.addresses()
    await modal.connect(walletName)
    const signIn = new SignIn(modal)
    await site.open('/account')
    await signIn.ask()
    await expect(signIn.who).toBeVisible()
    for (const path of [
      '/',
      '/portfolio',
      '/activity',
      '/account',
      '/account/browsers',
      '/operator',
      '/nowhere',
    ] as const) {
      await site.open(path)
      await expect(modal.accountButton).toBeVisible()
      await expect(site.main.locator('[aria-busy="true"]')).toHaveCount(0)
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(390)
    }
  })
})

test.describe('another language', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('behavior: Arabic is right-to-left on every page, with the wallet, also after a reload', async ({
    page,
    site,
    modal,
    wallet,
  }) => {
    await site.open('/')
    await wallet.addresses()
    await modal.connect(walletName)
    await page.getByRole('contentinfo').getByRole('combobox', { name: 'Language' }).selectOption('العربية')
    await expect(page.getByRole('navigation').getByRole('link', { name: 'النشاط' }).last()).toBeVisible()
    for (const path of ['/', '/portfolio', '/activity', '/account', '/operator', '/nowhere'] as const) {
      await site.open(path)
      // Set before the first paint, so that nothing jumps to the other side.
      expect(await page.locator('html').getAttribute('dir')).toBe('rtl')
      await expect(page.getByRole('button', { name: /^الحساب/ })).toBeVisible()
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(390)
    }
    await page.getByRole('button', { name: /^الحساب/ }).click()
    await expect(page.getByRole('dialog', { name: 'الحساب' })).toBeVisible()
  })
})

test('behavior: the page is sent with a strict content security policy', async ({ page, world }) => {
  const response = await page.goto('/')
  const policy = response?.headers()['content-security-policy'] ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("script-src 'self';")
  expect(policy).toContain("style-src 'self';")
  expect(policy).toContain(new URL(world.api).origin)
  expect(policy).not.toContain('unsafe')
})

test('behavior: the chart can be read with the keyboard', async ({ page, site }) => {
  await site.open('/')
  await page.getByRole('radio', { name: 'All: all time' }).check({ force: true })
  const chart = page.getByRole('slider', { name: /^Price of/ })
  await expect(chart).toBeVisible()
  await chart.focus()
  await page.keyboard.press('End')
  const last = await chart.getAttribute('aria-valuetext')
  await page.keyboard.press('ArrowLeft')
  await expect(chart).not.toHaveAttribute('aria-valuetext', last ?? '')
  await expect(chart).toHaveAttribute('aria-valuetext', /: \$\d/)
})

test('behavior: a filter and an open sheet are part of the URL', async ({ page, site, modal, wallet }) => {
  await site.open('/portfolio')
  await wallet.addresses()
  await modal.connect(walletName)
  await page.getByRole('radio', { name: 'Local Two' }).check({ force: true })
  await expect(site.asset({ name: 'Ether', network: 'Local One' })).toHaveCount(0)
  await site.asset({ name: 'Ether', network: 'Local Two' }).getByRole('button').click()
  await page.reload()
  await expect(page.getByRole('dialog', { name: 'Ether' })).toContainText('Local Two')
})

test.describe('the configuration of the site', () => {
  test('error: missing', async ({ page }) => {
    await page.route('**/site.json', (route) => route.fulfill({ status: 404 }))
    await page.goto('/')
    await expect(page.getByRole('main')).toContainText('There is no site.json beside this page.')
  })

  test('error: corrupt: the page names the error', async ({ page }) => {
    await page.route('**/site.json', (route) => route.fulfill({ json: { apiUrl: 'nowhere', networks: [] } }))
    await page.goto('/')
    await expect(page.getByRole('main')).toContainText('apiUrl must be an address that starts with https://')
    await expect(page.getByRole('main')).toContainText('projectId is missing; it must be 32 hexadecimal characters')
  })
})

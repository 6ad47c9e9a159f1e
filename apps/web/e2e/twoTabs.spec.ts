import type { Locator } from '@playwright/test'
import { expect, walletName } from './fixtures.ts'
import { Mail } from './Mail.ts'
import { test } from './ownAccount.ts'
import { EmbeddedWallet } from './pages/EmbeddedWallet.ts'
import { SitePage } from './pages/SitePage.ts'
import { newPerson, SocialLogin } from './pages/SocialLogin.ts'
import { WalletModal } from './pages/WalletModal.ts'

test('behavior: two tabs of the site stay in sync: each connects, switches and disconnects with the other', async ({
  page,
  world,
  site,
  modal,
  wallet,
}) => {
  const [one, two] = world.chains
  if (!one || !two) throw new Error('The world has too few chains')
  await site.open('/')
  const otherPage = await page.context().newPage()
  const otherSite = new SitePage(otherPage)
  const other = new WalletModal(otherPage)
  await otherSite.open('/')

  await test.step('connect', async () => {
    await page.bringToFront()
    await modal.connect(walletName)
    await expect(other.accountButton).toBeVisible()
    expect(await other.accountButton.textContent()).toBe(await modal.accountButton.textContent())
  })

  await test.step('a switch of the network, by the site and by the wallet', async () => {
    const shown = (name: string) => otherPage.getByRole('button', { name: new RegExp(name) }).first()
    await modal.switchNetwork(two.name)
    await expect(shown(two.name)).toBeVisible()
    await wallet.setChain(one.id)
    await expect(shown(one.name)).toBeVisible()
  })

  await test.step('disconnect', async () => {
    await otherPage.bringToFront()
    await other.accountButton.click()
    await other.button('Disconnect').click()
    await expect(modal.accountButton).toBeHidden()
    await expect(page.getByRole('button', { name: 'Connect wallet' }).first()).toBeVisible()
  })
  await otherPage.close()
})

test('behavior: unlocking or disconnecting the embedded wallet in one tab also applies to the other', async ({
  page,
  site,
  modal,
  embedded,
}) => {
  await site.open('/')
  const otherPage = await page.context().newPage()
  const other = new WalletModal(otherPage)
  await new SitePage(otherPage).open('/')
  await page.bringToFront()
  await embedded.enterCode(new Mail())
  await expect(modal.accountButton).toBeVisible()
  await expect(other.accountButton).toBeVisible()
  await otherPage.bringToFront()
  await other.disconnect()
  await expect(modal.accountButton).toBeHidden()
  await otherPage.close()
})

test('behavior: two people log in at once, each in one tab: both tabs show one of them', async ({
  page,
  site,
  modal,
}) => {
  const social = new SocialLogin(page)
  await site.open('/')
  const otherPage = await page.context().newPage()
  const other = new WalletModal(otherPage)
  await new SitePage(otherPage).open('/')
  await page.bringToFront()
  await social.openModal()
  const popup = await social.start('google')
  await otherPage.bringToFront()
  await new EmbeddedWallet(otherPage).enterCode(new Mail())
  await expect(other.accountButton).toBeVisible()
  // The login with the provider started first, and ends last if its window is still open.
  if (!popup.isClosed()) await social.signInAs({ popup, name: newPerson() }).catch(() => undefined)
  await expect(modal.accountButton).toBeVisible()
  await expect(other.accountButton).toBeVisible()
  const name = (button: Locator) => button.getAttribute('aria-label')
  await expect.poll(async () => (await name(modal.accountButton)) === (await name(other.accountButton))).toBe(true)
  await otherPage.close()
})

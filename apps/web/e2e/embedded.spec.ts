import { fund, sentCount, waitForBlock } from './chain.ts'
import { expect, test } from './fixtures.ts'
import { Mail } from './Mail.ts'
import { otherName } from './otherName.ts'
import { EmbeddedWallet } from './pages/EmbeddedWallet.ts'
import { SitePage } from './pages/SitePage.ts'
import { newPerson, SocialLogin } from './pages/SocialLogin.ts'
import { WalletModal } from './pages/WalletModal.ts'

test('behavior: spec 1.1: email, code, address, passkey, receive, send, reload @journey', async ({
  page,
  world,
  site,
  modal,
  embedded,
}) => {
  const mail = new Mail()
  const [one] = world.chains
  const [, , , dan] = world.accounts
  if (!one || !dan) throw new Error('The world is incomplete')
  const passkeys = await embedded.addPasskeys()

  await test.step('email, code, connected', async () => {
    await site.open('/')
    await embedded.enterCode(mail)
    await expect(modal.accountButton).toBeVisible()
    await expect(modal.dialog).toBeHidden()
  })

  let address = ''
  await test.step('receive asks for a passkey first, then shows the address', async () => {
    await embedded.receive(modal)
    expect(await passkeys.count()).toBe(0)
    await embedded.button('Create a passkey').click()
    await expect.poll(passkeys.count).toBe(1)
    address = await readAddress(modal)
    await modal.close()
  })

  await test.step('the faucet’s tokens arrive', async () => {
    await fund({ world, address, ether: 2n })
    await site.visit('Portfolio')
    await expect(site.asset({ name: 'Ether', network: one.name })).toContainText('2')
  })

  await test.step('send, approved in the wallet’s own window', async () => {
    const before = await sentCount({ url: one.rpcUrl, address })
    await modal.fillSend({ symbol: 'ETH', amount: '0.2503', receiver: dan.address })
    await modal.review()
    await modal.button('Continue in your wallet').click()
    await embedded.approveInWindow({ shows: ['0.2503', world.site] })
    await waitForBlock({ url: one.rpcUrl, address, before })
    await expect(modal.dialog).toContainText('The network has confirmed it.')
    await modal.button('Done').click()
    await modal.close()
  })

  await test.step('after a reload the wallet is unlocked', async () => {
    await page.reload()
    await expect(modal.accountButton).toBeVisible()
  })
})

test('behavior: a second device: email, code, one tap; it logs the first device out', async ({
  page,
  world,
  site,
  modal,
  embedded,
}) => {
  const mail = new Mail()
  const passkeys = await embedded.addPasskeys()
  await site.open('/')
  await embedded.enterCode(mail)
  await embedded.receive(modal)
  await embedded.button('Create a passkey').click()
  await expect.poll(passkeys.count).toBe(1)
  const address = await readAddress(modal)
  await modal.close()

  await test.step('a second device: email, code, one tap, the same address', async () => {
    await page.goto(otherName(world.site))
    await embedded.enterCode(mail)
    await embedded.button('Use your passkey').click()
    await expect(modal.accountButton).toBeVisible()
    await modal.accountButton.click()
    await modal.button('Receive').first().click()
    expect(await readAddress(modal)).toBe(address)
    await modal.close()
  })

  await test.step('it logs the first device out', async () => {
    await modal.accountButton.click()
    await modal.button('Settings').click()
    await modal.button(/^Security/).click()
    const open = modal.button('Open the wallet’s security page')
    if (await open.isVisible()) await open.click()
    const popup = await embedded.openSecurityWindow()
    const first = popup.getByRole('listitem').filter({ hasText: 'localhost' })
    await first.getByRole('button', { name: 'Sign out' }).click()
    await first.getByRole('alert').getByRole('button', { name: 'Sign out' }).click()
    await expect(first).toBeHidden()
    await popup.close()
  })

  await test.step('the first device is logged out', async () => {
    await page.goto(world.site)
    await expect(site.connectButton).toBeVisible()
    await expect(modal.accountButton).toBeHidden()
  })
})

test('behavior: a second browser profile unlocks the wallet with the backup code', async ({
  browser,
  page,
  world,
  site,
  modal,
  embedded,
}) => {
  // By a provider, because two mails to one address must be 30 s apart.
  const name = newPerson()
  await site.open('/')
  await new SocialLogin(page).signIn({ provider: 'google', name })
  await expect(modal.accountButton).toBeVisible()

  let code = ''
  await test.step('save a backup code', async () => {
    await embedded.receive(modal)
    const popupOpened = page.waitForEvent('popup')
    await embedded.button(/backup code/i).click()
    const popup = await popupOpened
    await popup.getByRole('button', { name: 'Show my code' }).click()
    code = (await popup.getByText(/^[0-9A-Z]{4}(-[0-9A-Z]{4})+$/).innerText()).trim()
    await popup.getByRole('button', { name: 'I have written it down' }).click()
    await popup.getByLabel('Enter it once more').fill(code)
    await popup.getByRole('button', { name: 'Save backup code' }).click()
    await expect(popup.getByText('Backup code saved')).toBeVisible()
    await popup.close()
  })
  const address = await readAddress(modal)

  const context = await browser.newContext({ baseURL: world.site })
  const second = await context.newPage()
  const secondWallet = new EmbeddedWallet(second)
  const secondModal = new WalletModal(second)
  await new SitePage(second).open('/')
  await new SocialLogin(second).signIn({ provider: 'google', name })
  const popupOpened = second.waitForEvent('popup')
  await secondWallet
    .button(/secure window|Backup code/i)
    .first()
    .click()
  const popup = await popupOpened
  await popup.getByRole('textbox', { name: 'Backup code' }).fill(code)
  await popup.getByRole('button', { name: 'Open wallet' }).click()
  await expect(popup.getByText('Your wallet is open')).toBeVisible()
  await expect(secondModal.accountButton).toBeVisible()
  await secondModal.accountButton.click()
  await secondModal.button('Receive').first().click()
  expect(await readAddress(secondModal)).toBe(address)
  await context.close()
})

/** Returns the whole address that the receive view shows. */
async function readAddress(modal: WalletModal): Promise<string> {
  const text = modal.dialog.getByText(/0x[0-9a-fA-F\s]{40,}/).first()
  await text.waitFor()
  return (await text.innerText()).replace(/\s+/g, '')
}

import { expect, test } from './fixtures.ts'
import { Mail } from './Mail.ts'
import type { WalletModal } from './pages/WalletModal.ts'

// All other tests run with reduced motion. Here views slide while the dialogs of wallets open and close above them.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

/** Expects a usable view: opaque, with nothing above it, and with a button that receives the click. */
async function expectWhole(modal: WalletModal, name: string) {
  const button = modal.button(name)
  await expect(button).toBeVisible()
  const look = () =>
    button.evaluate((element: HTMLElement) => {
      const root = element.getRootNode() as ShadowRoot
      const { x, y, width, height } = element.getBoundingClientRect()
      const { opacity, visibility } = getComputedStyle(root.querySelector('.content') as HTMLElement)
      const hit = root.elementFromPoint(x + width / 2, y + height / 2)
      return { opacity, visibility, isHit: element.contains(hit), isCovered: root.querySelector('.ghost') !== null }
    })
  await expect.poll(look).toEqual({ opacity: '1', visibility: 'visible', isHit: true, isCovered: false })
}

test('behavior: with motion, views are usable after the sandbox wallet and the embedded wallet were above them', async ({
  page,
  world,
  site,
  modal,
  embedded,
}) => {
  const dan = world.accounts[3]
  if (!dan) throw new Error('The world has too few accounts')
  await site.open('/')

  await test.step('the card for the code is closed, twice', async () => {
    await site.connectButton.click()
    for (let round = 0; round < 2; round++) {
      const mail = new Mail()
      await page.getByRole('textbox', { name: 'Email address' }).fill(mail.address)
      await page.getByRole('button', { name: 'Continue with email' }).click()
      await embedded.frame.getByLabel('Six-digit code').waitFor()
      await page.mouse.click(5, 400)
      await expectWhole(modal, 'Enter the code we sent')
    }
  })

  await test.step('three sends by the sandbox wallet', async () => {
    const panel = page.locator('latchkey-sandbox-wallet').getByRole('dialog')
    await modal.button(/Local test wallet/).click()
    await modal.button(/Ethereum/).click()
    await panel.getByRole('button', { name: 'Connect' }).click()
    await modal.accountButton.waitFor()
    for (let round = 1; round <= 3; round++) {
      await modal.fillSend({ symbol: 'ETH', amount: `0.00${round}`, receiver: dan.address })
      await modal.review()
      await modal.button('Confirm').click()
      await panel.getByRole('button', { name: /^(Send|Approve|Confirm)/ }).click()
      await expectWhole(modal, 'Done')
      await modal.button('Done').click()
      await modal.close()
    }
  })
})

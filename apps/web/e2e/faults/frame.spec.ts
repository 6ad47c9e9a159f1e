import { expect, test } from '../fixtures.ts'
import { Mail } from '../Mail.ts'
import { control } from '../setup/control.ts'

test('error: the wallet’s origin is down, then its frame is removed: both show, and the login continues', async ({
  site,
  modal,
  page,
  embedded,
}) => {
  const mail = new Mail()
  await site.open('/')
  const email = page.getByRole('button', { name: 'Continue with email' })
  const field = embedded.frame.getByLabel('Six-digit code')
  await control('cut-wallet')
  try {
    await page.getByRole('banner').first().getByRole('button', { name: 'Connect wallet' }).click()
    await page.getByRole('textbox', { name: 'Email address' }).fill(mail.address)
    await email.click()
    await expect(modal.dialog).toContainText('Unable to load email login dependency')
    await expect(modal.button('Demo phone')).toBeEnabled()
  } finally {
    await control('mend-wallet')
  }
  await email.click()
  await expect(field).toBeVisible()

  await page.locator(`latchkey-wallet iframe`).evaluate((frame) => frame.remove())
  await expect(page.locator('latchkey-wallet')).toHaveCount(0)
  await expect(modal.button('Send a new email')).toBeVisible()
  // The wallet is back. An address must wait for 30 s after its last mail.
  await modal.button('Send a new email').click()
  await expect(modal.dialog).toContainText(/Please try again after \d+ seconds?/)
})

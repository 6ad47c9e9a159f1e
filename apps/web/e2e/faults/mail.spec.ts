import { expect, test } from '../fixtures.ts'
import { Mail } from '../Mail.ts'
import { control } from '../setup/control.ts'

test('error: the mail server is down: the view does not claim that the code was sent, and the mail arrives later without a new request', async ({
  site,
  modal,
  page,
  embedded,
}) => {
  const mail = new Mail()
  await site.open('/')
  await control('cut-mail')
  try {
    await page.getByRole('banner').first().getByRole('button', { name: 'Connect wallet' }).click()
    await page.getByRole('textbox', { name: 'Email address' }).fill(mail.address)
    await page.getByRole('button', { name: 'Continue with email' }).click()
    await expect(embedded.frame.getByText('Six digits are on their way to')).toBeVisible()
    await expect(embedded.button(/^New code in/)).toBeVisible()
  } finally {
    await control('mend-mail')
  }
  await embedded.frame.getByLabel('Six-digit code').fill(await mail.code())
  await expect(modal.accountButton).toBeVisible()
})

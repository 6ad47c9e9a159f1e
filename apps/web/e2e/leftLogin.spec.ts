import { expect, test } from './fixtures.ts'
import { Mail } from './Mail.ts'

test('behavior: spec 4.5: a mailed code stays valid after the modal is closed and the page is reloaded', async ({
  page,
  site,
  modal,
  embedded,
}) => {
  const mail = new Mail()
  const field = embedded.frame.getByLabel('Six-digit code')
  const connect = page.getByRole('banner').first().getByRole('button', { name: 'Connect wallet' })
  const address = page.getByRole('textbox', { name: 'Email address' })
  await site.open('/')
  await connect.click()
  await address.fill(mail.address)
  await modal.button('Continue with email').click()
  await field.waitFor()
  const code = await mail.code()

  await test.step('closed: the wallet asks for the same code again, at once', async () => {
    await embedded.button('Close').click()
    await expect(field).toBeHidden()
    await modal.button('Enter the code we sent').click()
    await field.waitFor()
  })

  await test.step('reloaded: the address is kept, and the code still logs in', async () => {
    await page.reload()
    await connect.click()
    await expect(address).toHaveValue(mail.address)
    await modal.button('Enter the code we sent').click()
    await field.fill(code)
    await expect(modal.accountButton).toBeVisible()
  })
})

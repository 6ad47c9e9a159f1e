import { expect, test } from './fixtures.ts'
import { Mail } from './Mail.ts'

test('behavior: spec 4.5: a mailed code outlives the close of the modal and a reload of the page', async ({
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

  await test.step('closed: the same code is asked for again, at once', async () => {
    await embedded.button('Close').click()
    await expect(field).toBeHidden()
    await modal.button('Enter the code we sent').click()
    await field.waitFor()
  })

  await test.step('reloaded: the address is known, and the code still opens the wallet', async () => {
    await page.reload()
    await connect.click()
    await expect(address).toHaveValue(mail.address)
    await modal.button('Enter the code we sent').click()
    await field.fill(code)
    await expect(modal.accountButton).toBeVisible()
  })
})

import { mnemonicToAccount } from 'viem/accounts'
import { control } from '../setup/control.ts'
import { expect, login, test } from './walletTest.ts'

const settled = 73 * 60 * 60_000

test('behavior: threat 73: without the server, this device and a backup code that is 72 hours old still show the recovery phrase', async ({
  host,
  mail,
}) => {
  await host.open()
  const { address } = await login({ host, mail })
  void host.ask('openSecurity').catch(() => {})
  const opened = host.page.waitForEvent('popup')
  await host.frame.getByRole('button', { name: 'Open security window' }).click()
  const popup = await opened
  await popup.getByRole('button', { name: 'Add a backup code' }).click()
  await popup.getByRole('button', { name: 'Show my code' }).click()
  const code = await popup.getByText(/^[0-9A-Z]{4}(-[0-9A-Z]{1,4})+$/).innerText()
  await popup.getByRole('button', { name: /written|saved/i }).click()
  await popup.getByRole('textbox').fill(code)
  await popup.getByRole('button', { name: 'Save' }).click()
  const leadOn = popup.getByRole('link', { name: 'Show the secret, or import one' })
  await expect(leadOn).toBeVisible()
  try {
    await control('stop-server')
    // The page is not reloaded for it, because no server could serve it.
    await leadOn.click()
    await popup.getByRole('checkbox').check()
    // Three days later by the device's clock.
    await host.page.context().clock.setSystemTime(Date.now() + settled)
    await popup.getByRole('button', { name: 'Press and hold to show' }).focus()
    await popup.keyboard.down('Space')
    await expect(popup.getByRole('heading', { name: 'The server cannot be reached' })).toBeVisible()
    await popup.keyboard.up('Space')
    await popup.getByRole('textbox', { name: 'Backup code' }).fill(code)
    await popup.getByRole('button', { name: 'Open without the server' }).click()
    const words = popup.locator('ol li')
    await expect(words).toHaveCount(12)
    const phrase = (await words.allInnerTexts()).map((word) => word.replace(/^\d+\s*/, '').trim()).join(' ')
    expect(mnemonicToAccount(phrase).address).toBe(address)

    await host.page.context().clock.setSystemTime(Date.now())
    // The card shows it, and does not open a window that could not load.
    await host.frame.getByRole('button', { name: 'Close' }).click()
    void host.ask('openSecurity').catch(() => {})
    await expect(host.frame.getByText('The wallet’s server does not answer')).toBeVisible()
    await expect(host.frame.getByRole('button', { name: 'Open security window' })).toBeHidden()
  } finally {
    await control('start-server')
  }
  await host.frame.getByRole('button', { name: 'Try again' }).click()
  await expect(host.frame.getByRole('button', { name: 'Open security window' })).toBeVisible()
})

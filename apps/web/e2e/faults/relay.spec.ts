import { expect, test, walletName } from '../fixtures.ts'
import { PhonePage } from '../pages/PhonePage.ts'
import { control } from '../setup/control.ts'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

test('error: the relay stops while a code is shown: the code stays valid, a request is not lost, other wallets work', async ({
  page,
  browser,
  world,
  modal,
  wallet,
}) => {
  const phone = await PhonePage.open({ browser, url: world.phone })
  await page.goto('/')
  const connect = page.getByRole('banner').first().getByRole('button', { name: 'Connect wallet' })
  await connect.click()
  await modal.button('WalletConnect').click()
  await modal.button('Copy link').click()
  const uri = await page.evaluate(() => navigator.clipboard.readText())

  try {
    await control('kill-server')
    await expect(modal.dialog).toContainText('The connection to the relay was lost')
    await control('start-server')
    await expect(modal.dialog).not.toContainText('The connection to the relay was lost')
    await phone.pair(uri)
    await phone.connect()
    await expect(modal.accountButton).toBeVisible()

    await test.step('a request while the phone is offline is answered when it is back', async () => {
      const [, , cleo] = world.accounts
      await phone.page.goto('about:blank')
      await modal.fillSend({ symbol: 'ETH', amount: '0.02', receiver: cleo?.address ?? '' })
      await modal.review()
      await modal.button('Confirm').click()
      await expect(modal.dialog).toContainText('The request is waiting in')
      await phone.page.goto(world.phone)
      await phone.decide(/^Approve/)
      await expect(modal.dialog).toContainText('Sent')
      await modal.button('Done').click()
      await modal.button('Disconnect').click()
      await expect(connect).toBeVisible()
    })

    await test.step('without a relay a wallet of this browser connects as usual', async () => {
      await control('kill-server')
      await connect.click()
      await modal.button('WalletConnect').click()
      await expect(modal.dialog).toContainText('Reaching the relay…')
      await modal.close()
      await wallet.setPolicy('approve')
      await modal.connect(walletName)
    })
  } finally {
    await control('start-server')
  }
  await phone.page.context().close()
})

import { sentCount } from '../chain.ts'
import { expect, test, walletName } from '../fixtures.ts'
import { control } from '../setup/control.ts'

test('error: the chain is killed: nothing is sent that cannot be, no request is repeated, and everything continues', async ({
  site,
  modal,
  wallet,
  world,
}) => {
  const [ada, , , dan] = world.accounts
  const [one] = world.chains
  if (!ada || !dan || !one) throw new Error('The world is incomplete')
  await site.open('/activity')
  await modal.connect(walletName)
  const before = await sentCount({ url: one.rpcUrl, address: ada.address })
  await modal.fillSend({ symbol: 'ETH', amount: '0.032', receiver: dan.address })
  await modal.review()
  await wallet.setPolicy('hang')
  await modal.button('Confirm').click()
  await wallet.waitForRequest({ method: 'eth_sendTransaction' })
  await control('kill-chain')
  try {
    // The wallet agrees, but cannot reach the network.
    await wallet.approve()
    await expect(modal.dialog).toContainText('It may have been sent')
    await expect(modal.dialog).toContainText('Do not send it again yet.')
    await modal.button('Done').click()
    await modal.close()
    await expect(async () => {
      await site.visit('Portfolio')
      await site.visit('Token')
      await expect(site.main.getByText(/As of .+ ago: the network cannot be reached/).first()).toBeVisible({
        timeout: 2000,
      })
    }).toPass({ timeout: 45_000 })
  } finally {
    await control('start-chain')
  }
  await expect(site.main.getByText(/the network cannot be reached/)).toHaveCount(0)
  expect(await sentCount({ url: one.rpcUrl, address: ada.address })).toBe(before)
  expect((await wallet.requests()).filter(({ method }) => method === 'eth_sendTransaction')).toHaveLength(1)
})

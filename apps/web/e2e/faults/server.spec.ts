import { sentCount } from '../chain.ts'
import { expect, test, walletName } from '../fixtures.ts'
import { SitePage } from '../pages/SitePage.ts'
import { control } from '../setup/control.ts'

test('error: the server is killed: the data shows its age, a filled-in payment stays, and everything continues', async ({
  site,
  page,
  modal,
  wallet,
  world,
}) => {
  const [ada, , , dan] = world.accounts
  const [one] = world.chains
  if (!ada || !dan || !one) throw new Error('The world is incomplete')
  await site.open('/')
  const price = page.getByText(/^Price \$/)
  await expect(price).toBeVisible()
  await modal.connect(walletName)
  expect(await wallet.addresses()).toContain(ada.address)
  const before = await sentCount({ url: one.rpcUrl, address: ada.address })
  await modal.fillSend({ symbol: 'ETH', amount: '0.031', receiver: dan.address })
  await control('kill-server')
  try {
    await expect(site.serverAway).toContainText(/Showing data from .+ ago/)
    await expect(price).toBeVisible()
    await modal.button('Review').click()
    await expect(modal.dialog).toContainText('Nothing was sent.')

    // A page that never received an answer shows the failure, without an invented figure.
    const other = await page.context().newPage()
    await other.goto('/')
    await expect(new SitePage(other).serverAway).toBeVisible()
    await expect(other.getByText(/^Price —/)).toBeVisible()
    await other.close()
  } finally {
    await control('start-server')
  }
  await expect(site.serverAway).toBeHidden({ timeout: 15_000 })
  await expect(price).toBeVisible()
  await modal.review()
  await modal.button('Confirm').click()
  await expect(modal.dialog).toContainText('The network has confirmed it.')
  expect(await sentCount({ url: one.rpcUrl, address: ada.address })).toBe(before + 1)
})

import { balanceOf } from '../chain.ts'
import { expect, walletName } from '../fixtures.ts'
import { test } from '../ownAccount.ts'
import { BuyView, readPromise } from '../pages/BuyView.ts'
import { control } from '../setup/control.ts'

const { symbol, name, decimals } = { symbol: 'USDL', name: 'Local Dollar', decimals: 6 }

test('error: the server is killed: an estimate that cannot be paid, offers when it is back; a paid order still arrives once', async ({
  page,
  world,
  owner,
  site,
  modal,
  wallet,
}) => {
  const [one] = world.chains
  if (!one) throw new Error('The world is incomplete')
  const buy = new BuyView(modal)
  const pay = modal.button(/^Pay with/)
  const estimate = modal.dialog.getByText('Estimate, not a quote')
  const owned = () => balanceOf({ world, symbol, address: owner.address })
  const before = await owned()
  await site.open('/')
  await modal.connect(walletName)
  await buy.open()
  await buy.choose({ name, network: one.name })
  await expect(pay).toBeEnabled()

  await test.step('without an answer: an estimate, and no button to pay', async () => {
    await control('kill-server')
    await modal.button('Get new quotes').click()
    await expect(estimate).toBeVisible()
    await expect(pay).toBeHidden()
    await expect(modal.dialog.getByRole('listitem').filter({ hasText: '100 USDL' })).toBeVisible()
    // Without the server, only dollar tokens have a known price.
    await buy.choose({ name: 'Ether', network: one.name })
    await expect(estimate).toBeVisible()
    await expect(modal.dialog.getByRole('list').getByRole('listitem')).toHaveCount(0)
    await expect(pay).toBeHidden()
    await buy.choose({ name, network: one.name })
  })

  await test.step('the server answers again: offers', async () => {
    await control('start-server')
    await modal.button('Retry').click()
    await expect(pay).toBeEnabled()
    await expect(estimate).toBeHidden()
  })

  const card = await buy.takeOffer()
  const { units } = await readPromise({ card, decimals })
  await test.step('paid while the network does not answer: the view shows it, also after a reload', async () => {
    await control('hold-upstream')
    await card.payInFull()
    await expect(buy.outcome).toHaveText('Paid')
    await card.close()
    await page.reload()
    await buy.openUnderWay('Paid')
    expect(await owned()).toBe(before)
  })

  await test.step('the server is killed during the payout: the state shows its age, then the payout arrives once', async () => {
    await control('kill-server')
    await expect(modal.dialog).toContainText('The order continues without this page.')
    await expect(buy.outcome).toHaveText('Paid')
    await control('mend-upstream')
    await control('start-server')
    await expect(buy.outcome).toHaveText('Bought', { timeout: 45_000 })
    expect((await owned()) - before).toBe(units)
    await modal.button('Done').click()
    await modal.close()
    await site.visit('Activity')
    await expect(site.confirmed('Bought')).toHaveCount(1)
    expect((await owned()) - before).toBe(units)
  })
  expect((await wallet.requests()).filter(({ method }) => /sign|send/i.test(method))).toEqual([])
})
test.afterEach(async () => {
  await control('mend-upstream')
  await control('start-server')
})

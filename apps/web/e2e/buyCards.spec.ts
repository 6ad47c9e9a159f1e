import { toInitScript } from '@latchkey/testkit/playwright'
import { balanceOf } from './chain.ts'
import { expect, walletName } from './fixtures.ts'
import { test } from './ownAccount.ts'
import { BuyView, readPromise } from './pages/BuyView.ts'
import { accountNumbers, type CardPage, cardNumbers } from './pages/CardPage.ts'
import { WalletModal } from './pages/WalletModal.ts'
import { control } from './setup/control.ts'

const { symbol, name, decimals } = { symbol: 'USDL', name: 'Local Dollar', decimals: 6 }
const signing = expect.objectContaining({ method: expect.stringMatching(/sign|send/i) })

// Pending bank payments end when a test calls `settle-cards`.
test('behavior: an order is the same in two tabs, over reloads and closed windows, and is made once', async ({
  page,
  world,
  owner,
  site,
  modal,
  wallet,
  walletScript,
  walletOptions,
}) => {
  const [one] = world.chains
  if (!one || !walletOptions) throw new Error('The world is incomplete')
  const buy = new BuyView(modal)
  const other = await page.context().newPage()
  await other.addInitScript({ content: toInitScript({ script: walletScript, options: walletOptions }) })
  const otherBuy = new BuyView(new WalletModal(other))
  const owned = () => balanceOf({ world, symbol, address: owner.address })
  const before = await owned()
  let card: CardPage
  let promised = 0n

  await test.step('waiting: after a closed window and a reload, the visitor returns to the same payment', async () => {
    await site.open('/')
    await modal.connect(walletName)
    await buy.open()
    await buy.choose({ name, network: one.name })
    const first = await buy.takeOffer()
    await expect(buy.outcome).toHaveText('Pay in the window of Sandbox')
    await expect(modal.dialog).toContainText('Nothing is paid yet.')
    promised = (await readPromise({ card: first, decimals })).units
    const address = first.page.url()
    await first.page.close()
    await expect(modal.button('Open the window again')).toBeEnabled()
    await page.reload()
    await other.goto(world.site)
    for (const tab of [otherBuy, buy]) {
      await tab.openUnderWay('Not paid yet')
      await expect(tab.outcome).toHaveText('Pay in the window of Sandbox')
    }
    card = await buy.reopen('Open the window again')
    expect(card.page.url()).toBe(address)
  })

  await test.step('being checked: both tabs show it, and so does a reloaded one', async () => {
    await card.pay(cardNumbers.pending)
    await expect(card.heading).toHaveText('Your bank is checking the payment')
    for (const tab of [buy, otherBuy]) await expect(tab.outcome).toHaveText('Checking the payment')
    await page.reload()
    await buy.openUnderWay('Checking the payment')
    await expect(modal.button('Cancel order')).toBeHidden()
    expect(await owned()).toBe(before)
  })

  await test.step('delivered: once, live in both tabs; after a reload, nothing is pending', async () => {
    await control('settle-cards')
    for (const tab of [buy, otherBuy]) await expect(tab.outcome).toHaveText('Bought')
    expect((await owned()) - before).toBe(promised)
    await expect(card.heading).toHaveText('Paid')
    await card.close()
    await page.bringToFront()
    await page.reload()
    await modal.accountButton.click()
    await expect(modal.dialog.getByRole('tab', { name: 'Activity' })).toBeVisible()
    await expect(modal.dialog.getByRole('list', { name: 'Pending orders' })).toBeHidden()
    await modal.close()
    await site.visit('Activity')
    await expect(site.confirmed('Bought').filter({ hasText: symbol })).toHaveCount(1)
  })

  await test.step('not deliverable: both tabs show the refund, also after a reload; dismissing it in one removes it in both', async () => {
    await other.bringToFront()
    await otherBuy.modal.button('Done').click()
    await otherBuy.modal.close()
    await buy.open()
    await buy.choose({ name, network: one.name })
    card = await buy.takeOffer()
    await card.pay(cardNumbers.deliveryFails)
    await expect(buy.outcome).toHaveText('Refund in progress')
    await expect(modal.dialog).toContainText('It could not be delivered.')
    await page.reload()
    for (const tab of [buy, otherBuy]) await tab.openUnderWay('Refund in progress')
    await control('settle-cards')
    for (const tab of [buy, otherBuy]) await expect(tab.outcome).toHaveText('Refunded')
    await card.page.reload()
    await expect(card.heading).toHaveText('Refunded')
    await card.close()
    expect((await owned()) - before).toBe(promised)
    await page.reload()
    await buy.openUnderWay('Refunded')
    await modal.button('Done').click()
    await expect(modal.dialog.getByRole('list', { name: 'Pending orders' })).toBeHidden()
    await expect(otherBuy.modal.dialog.getByRole('heading', { name: 'Not in this browser' })).toBeVisible()
  })
  expect(await wallet.requests(), 'who buys signs nothing').not.toContainEqual(signing)
  await other.close()
})

test('behavior: every test card ends as it must: declined, thrice, reversed, charged back, from a bank account, canceled', async ({
  world,
  owner,
  site,
  modal,
  wallet,
}) => {
  const [one] = world.chains
  if (!one) throw new Error('The world is incomplete')
  const buy = new BuyView(modal)
  const owned = () => balanceOf({ world, symbol, address: owner.address })
  let expected = await owned()
  /** Waits for the end of a paid order, and compares the received amount with the promised one. */
  const arrives = async ({ card, units }: { card: CardPage; units: bigint }) => {
    await expect(buy.outcome).toHaveText('Bought')
    expected += units
    expect(await owned()).toBe(expected)
    await card.close()
    await modal.button('Done').click()
  }
  await site.open('/')
  await modal.connect(walletName)

  await test.step('a wrong bank code, then another card whose messages arrive three times', async () => {
    await buy.open()
    await buy.choose({ name, network: one.name })
    const card = await buy.takeOffer()
    const { units } = await readPromise({ card, decimals })
    await card.pay(cardNumbers.challenged)
    await card.confirm('000000')
    await expect(card.declined).toBeVisible()
    await expect(buy.outcome).toHaveText('Payment declined')
    await expect(modal.dialog).toContainText('Nothing was taken. Another card may work.')
    await card.pay(cardNumbers.thrice)
    await arrives({ card, units })
  })

  await test.step('declined with a closed window, then another card whose messages arrive in the wrong order', async () => {
    await buy.open()
    await buy.fill('42.42')
    const declined = await buy.takeOffer()
    await declined.pay(cardNumbers.declined)
    await expect(declined.declined).toBeVisible()
    const address = declined.page.url()
    await declined.page.close()
    const card = await buy.reopen('Try another card')
    expect(card.page.url()).toBe(address)
    const { units } = await readPromise({ card, decimals })
    await card.pay(cardNumbers.reversed)
    await arrives({ card, units })
  })

  await test.step('a bank account that is refused, then one with a pending payment', async () => {
    await buy.open()
    await buy.payBy('Bank account')
    const card = await buy.takeOffer()
    const { units } = await readPromise({ card, decimals })
    await card.payFromAccount(accountNumbers.declined)
    await expect(modal.dialog).toContainText('Nothing was taken. Another account may work.')
    await card.payFromAccount(accountNumbers.pending)
    await expect(buy.outcome).toHaveText('Checking the payment')
    await control('settle-cards')
    await arrives({ card, units })
  })

  await test.step('reversed by the bank: nothing is delivered', async () => {
    await buy.open()
    await buy.payBy('Card')
    const card = await buy.takeOffer()
    await card.pay(cardNumbers.takenBack)
    await expect(buy.outcome).toHaveText('Refunded')
    await expect(modal.dialog).toContainText('The payment was reversed, so nothing was delivered.')
    await expect(card.heading).toHaveText('Refunded')
    await card.close()
    await modal.button('Buy again').click()
  })

  await test.step('canceled in the modal, then on the page: neither can be paid', async () => {
    const card = await buy.takeOffer()
    await modal.button('Cancel order').click()
    await expect(buy.outcome).toHaveText('Order canceled')
    await expect(modal.dialog).toContainText('Nothing was paid.')
    await card.pay(cardNumbers.thrice)
    await expect(card.heading).toHaveText('Canceled')
    await card.close()
    await modal.button('Buy again').click()
    const second = await buy.takeOffer()
    await second.cancel()
    await expect(buy.outcome).toHaveText('Order canceled')
    await modal.button('Done').click()
    await expect(modal.dialog.getByRole('list', { name: 'Pending orders' })).toBeHidden()
    expect(await owned()).toBe(expected)
  })
  expect(await wallet.requests(), 'who buys signs nothing').not.toContainEqual(signing)
})

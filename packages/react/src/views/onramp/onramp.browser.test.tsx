import { ServiceError } from '@latchkey/protocol/errors'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { order, orders } from '../../../gallery/onrampFixtures.ts'
import { findScene } from '../../../test/findScene.ts'
import { deepFocus, inModal } from '../../../test/modalRoot.ts'
import { renderScene } from '../../../test/renderScene.tsx'

const show = (id: string) => renderScene(findScene(id))
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const heading = (name: string) => page.getByRole('heading', { name })
const names = (latchkey: Awaited<ReturnType<typeof show>>) => latchkey.modal.getState().history.map(({ name }) => name)

/** Makes the views use the spied methods: they keep those of the last state until the next one. */
const again = ({ stores }: Awaited<ReturnType<typeof show>>) => stores.onramp.setState((state) => ({ ...state }))

test('default: shows the quotes side by side, and pays the chosen one in the window of its provider', async () => {
  const latchkey = await show('buy')
  const start = vi.spyOn(latchkey.onramp, 'start').mockResolvedValue({ orderId: order.id, isBlocked: false })
  await expect.element(page.getByText('Best quote', { exact: true })).toBeVisible()
  await expect.element(page.getByText('ETH on Local One goes to')).toBeVisible()
  expect((await inModal('.details .address')).textContent).toBe('0x70997970C51812dc3A010C7d01b50e0d17dc79C8')
  // With the keyboard alone: the quotes are one tab stop, and the arrows choose.
  const [first] = page.getByRole('radio').elements() as HTMLElement[]
  first?.focus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(button('Pay with Ember')).toBeVisible()
  await button(/^Fees \$4\.10/).click()
  await expect.element(page.getByText('Provider’s fee')).toBeVisible()
  latchkey.stores.onramp.setState((state) => ({ ...state, orders: [{ id: order.id, order, isStale: false }] }))
  await button('Pay with Ember').click()
  expect(start).toHaveBeenCalledExactlyOnceWith({ quoteId: 'quote-ember', ageConfirmed: false })
  await expect.element(heading('Pay in the window of Harbor Pay')).toBeVisible()
  expect(names(latchkey)).toEqual(['Account', 'BuyInProgress'])
})

test('behavior: an amount outside the limits leads to the nearest inside, and a preset is one tap', async () => {
  const { stores } = await show('buy-limits')
  await expect.element(page.getByText('The amount is outside the limits')).toBeVisible()
  await button('Pay $10').click()
  expect(stores.onramp.getState().form.amount).toBe('10')
  await button('Pay $250').click()
  expect(stores.onramp.getState().form.amount).toBe('250')
  await button('Bank account').click()
  expect(stores.onramp.getState().form.method).toBe('ach_bank_account')
})

test('behavior: tokens are found by their network, currencies by their name', async () => {
  const latchkey = await show('buy')
  await button(/^You get ETH/).click()
  await page.getByRole('textbox', { name: 'Name, symbol or network' }).fill('two')
  await page.getByRole('list', { name: 'Local Two' }).getByRole('button', { name: /Ether/ }).click()
  expect(latchkey.stores.onramp.getState().form.asset?.networkName).toBe('Local Two')
  await button('Currency: USD, US Dollar. Choose another').click()
  await page.getByRole('textbox', { name: 'Search currencies' }).fill('eur')
  await button(/^Euro Card €9–€6,900/).click()
  expect(latchkey.stores.onramp.getState().form.currency).toBe('EUR')
  expect(names(latchkey)).toEqual(['Account', 'OnRampProviders'])
})

test('error: without the tick nothing is bought, and the box shows a reminder', async () => {
  const latchkey = await show('buy-age')
  const start = vi.spyOn(latchkey.onramp, 'start').mockRejectedValue(new ServiceError('onramp_quote_expired'))
  const refresh = vi.spyOn(latchkey.onramp, 'refresh')
  again(latchkey)
  await button('Pay with Harbor Pay').click()
  expect(start).not.toHaveBeenCalled()
  await expect.element(page.getByText('Tick this first, then pay.')).toBeVisible()
  expect(deepFocus()).toBe(page.getByRole('checkbox', { name: 'I am 18 or older.' }).element())
  await userEvent.keyboard(' ')
  await button('Pay with Harbor Pay').click()
  expect(start).toHaveBeenCalledExactlyOnceWith({ quoteId: 'quote-sandbox', ageConfirmed: true })
  // The view shows the failure, and requests new quotes after one expired.
  await expect.element(page.getByText('The quote has expired. Get a new one.')).toBeVisible()
  expect(refresh).toHaveBeenCalled()
})

test('error: an estimate is marked as one, and cannot be paid', async () => {
  const latchkey = await show('buy-sample')
  const load = vi.spyOn(latchkey.onramp, 'load')
  again(latchkey)
  await expect.element(page.getByText('Estimate, not a quote')).toBeVisible()
  await expect.element(page.getByText('100 USDX')).toBeVisible()
  expect(page.getByRole('button', { name: /^Pay with/ }).elements()).toEqual([])
  await button('Retry').click()
  expect(load).toHaveBeenCalled()
})

test('error: a provider without a quote shows the reason and the next step', async () => {
  const latchkey = await show('buy-refused')
  await button('Change the amount').click()
  expect(deepFocus()).toBe(page.getByRole('textbox', { name: 'You pay' }).element())
  await button('Choose a token').click()
  expect(names(latchkey)).toEqual(['Account', 'OnRampProviders', 'OnRampTokenSelect'])
})

test('error: a button opens a window that the browser blocked', async () => {
  const latchkey = await show('buy')
  vi.spyOn(latchkey.onramp, 'start').mockResolvedValue({ orderId: order.id, isBlocked: true })
  const reopen = vi.spyOn(latchkey.onramp, 'reopen')
  latchkey.stores.onramp.setState((state) => ({ ...state, orders: [{ id: order.id, order, isStale: false }] }))
  await button('Pay with Harbor Pay').click()
  await expect.element(heading('Window blocked')).toBeVisible()
  await button('Open Harbor Pay').click()
  expect(reopen).toHaveBeenCalledExactlyOnceWith({ orderId: order.id })
  await expect.element(heading('Pay in the window of Harbor Pay')).toBeVisible()
})

test('behavior: an order is followed live until it ends, and is then dismissed', async () => {
  const latchkey = await show('buy-order-waiting')
  const dismiss = vi.spyOn(latchkey.onramp, 'dismiss')
  const cancel = vi.spyOn(latchkey.onramp, 'cancel').mockRejectedValue(new ServiceError('onramp_order_closed'))
  again(latchkey)
  const set = (name: keyof typeof orders) =>
    latchkey.stores.onramp.setState((state) => ({
      ...state,
      orders: [{ id: order.id, order: orders[name], isStale: false }],
    }))
  await button('Cancel order').click()
  await expect.element(page.getByText('This order can no longer be canceled')).toBeVisible()
  expect(cancel).toHaveBeenCalledExactlyOnceWith({ orderId: order.id })
  set('declined')
  await expect.element(page.getByText('Nothing was taken. Another card may work.')).toBeVisible()
  await expect.element(button('Try another card')).toBeVisible()
  set('processing')
  await expect.element(heading('Checking the payment')).toBeVisible()
  expect(page.getByRole('button', { name: 'Cancel order' }).elements()).toEqual([])
  set('paid')
  await expect.element(page.getByText('Harbor Pay has your $100.00. ETH is sent next.')).toBeVisible()
  set('delivered')
  await expect.element(heading('Bought')).toBeVisible()
  await button('Transaction').click()
  expect(names(latchkey)).toEqual(['Account', 'BuyInProgress', 'Transaction'])
  latchkey.modal.goBack()
  await button('Done').click()
  expect(names(latchkey)).toEqual(['Account'])
  expect(dismiss).toHaveBeenCalledExactlyOnceWith({ orderId: order.id })
})

test('behavior: a pending order shows in the account, and opens its view', async () => {
  const latchkey = await show('buy-under-way')
  await page.getByRole('list', { name: 'Pending orders' }).getByRole('button').click()
  await expect.element(heading('Checking the payment')).toBeVisible()
  await button('Go to your account').click()
  // The order has not ended, so it stays.
  await expect.element(page.getByRole('list', { name: 'Pending orders' })).toBeVisible()
  await button('Buy').click()
  await button('How buying works').click()
  await expect.element(heading('You pay, a provider delivers')).toBeVisible()
  await button('Buy').click()
  expect(names(latchkey)).toEqual(['Account', 'OnRampProviders'])
})

test('error: a site without an onramp says so, and offers receiving', async () => {
  const latchkey = await show('buy-missing')
  await expect.element(page.getByText('Brass does not offer this.')).toBeVisible()
  await button('Receive instead').click()
  expect(names(latchkey)).toEqual(['Account', 'OnRampProviders', 'Receive'])
})

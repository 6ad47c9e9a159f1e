import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { galleryNow } from '../../../gallery/fixtures.ts'
import { scenes } from '../../../gallery/scenes.ts'
import { brassToken, dollarToken, filled, priced, quote, swapPreview } from '../../../gallery/swapFixtures.ts'
import { deepFocus, inModal, modalRoot } from '../../../test/modalRoot.ts'
import { renderScene } from '../../../test/renderScene.tsx'

function show(id: string) {
  const scene = scenes.find((known) => known.id === id)
  if (!scene) throw new Error('No scene')
  return renderScene(scene)
}

const button = (name: string | RegExp) => page.getByRole('button', { name })

test('default: shows paid and received amount, the price and the minimum received', async () => {
  const latchkey = await show('swap-filled')
  const view = await inModal('.view')
  expect(view.textContent).toContain('4,987.2013')
  await expect.element(button('Rate: 1 USDX = 11.8602 BRASS. Invert it')).toBeVisible()
  await button(/^Rate/).click()
  await expect.element(button('Rate: 1 BRASS = 0.084315 USDX. Invert it')).toBeVisible()
  await button(/^Minimum received/).click()
  // The route is a list: each part has its share, and a list of hops.
  const route = page.getByRole('list', { name: 'Route' })
  await expect.element(route.getByText('30% of the amount')).toBeInTheDocument()
  await expect.element(route.getByText('USDX to WETH, Uniswap v3 0.05%')).toBeInTheDocument()
  await expect.element(route.getByText('WETH to BRASS, Uniswap v2 0.3%').first()).toBeInTheDocument()
  await button('Review').click()
  await expect.element(page.getByRole('heading', { name: 'Review' })).toBeVisible()
  expect(latchkey.modal.getState().history.at(-1)?.name).toBe('SwapPreview')
})

test('behavior: one tap fills in an exact part of the balance, or all of it', async () => {
  const { stores } = await show('swap-filled')
  await button('50% of your balance').click()
  expect(stores.swap.getState().form.amount).toBe('4105.275')
  await button('Max').click()
  await expect.poll(() => stores.swap.getState().form.amount).toBe('12.408811930112000000')
  await button('Switch the two tokens').click()
  expect(stores.swap.getState().form).toMatchObject({ from: brassToken, to: dollarToken })
})

test('behavior: the maximum of one token is never filled in for another that was chosen meanwhile', async () => {
  const { stores, swap } = await show('swap-filled')
  const answers: ((amount: string) => void)[] = []
  swap.max = () => new Promise((resolve) => answers.push(resolve))
  await button('50% of your balance').click()
  await button('Max').click()
  await button('Switch the two tokens').click()
  const { amount } = stores.swap.getState().form
  answers[0]?.('77')
  await expect.element(button('Max')).toBeEnabled()
  expect(stores.swap.getState().form).toMatchObject({ from: brassToken, amount })
  await button('Max').click()
  answers[1]?.('78')
  await expect.poll(() => stores.swap.getState().form.amount).toBe('78')
})

test('behavior: slippage can be chosen or typed; a value above five percent warns, one above fifty is refused', async () => {
  const { stores } = await show('swap-filled')
  await button('Slippage: 1%. Change it').click()
  await userEvent.keyboard('{Tab}')
  expect(deepFocus()).toBe(page.getByRole('radio', { name: '1%', exact: true }).element())
  await userEvent.keyboard('{ArrowLeft}')
  expect(stores.swap.getState().form.slippage).toBe(0.5)
  const custom = page.getByRole('textbox', { name: 'Custom, percent' })
  await custom.fill('6,5')
  expect(stores.swap.getState().form.slippage).toBe(6.5)
  await expect.element(page.getByText('Above 5%, others can trade ahead of you')).toBeVisible()
  await custom.fill('51')
  await expect.element(page.getByText('Choose a slippage between 0.1 and 50 percent')).toBeVisible()
  await expect.element(custom).toBeInvalid()
  await custom.fill('')
  expect(stores.swap.getState().form.slippage).toBe(1)
  // The quote stays: slippage changes the accepted amount, not the quoted one.
  expect(stores.swap.getState().pricing.quote).toBe(quote)
})

test('behavior: a screen reader announces a price once, and again only after a change', async () => {
  const { stores } = await show('swap-quoting')
  const root = await modalRoot()
  const said: string[] = []
  const status = await vi.waitFor(() => {
    const [found] = root.querySelectorAll<HTMLElement>('.view > .sr[role=status]')
    if (!found) throw new Error('Nothing speaks')
    return found
  })
  const observer = new MutationObserver(() => said.push(status.textContent ?? ''))
  observer.observe(status, { childList: true, characterData: true, subtree: true })
  const price = (toAmountText: string) =>
    stores.swap.setState((state) => ({ ...state, pricing: { ...priced, toAmountText, updatedAt: Date.now() } }))
  price('4987.20134')
  const patience = { timeout: 5000 }
  await expect.poll(() => said, patience).toEqual(['You receive about 4,987.2013 BRASS'])
  price('4990')
  price('5100')
  await expect
    .poll(() => said, patience)
    .toEqual(['You receive about 4,987.2013 BRASS', 'You receive about 5,100 BRASS'])
  observer.disconnect()
})

test('error: explains a missing price, and shows the age of an old one', async () => {
  vi.setSystemTime(galleryNow)
  try {
    await show('swap-stale')
    const view = await inModal('.view')
    expect(view.textContent).toContain('The network cannot be reached at the moment')
    expect(view.textContent).toContain('Updated 1 min. ago')
    expect(view.textContent).toContain('4,987.2013')
  } finally {
    vi.useRealTimers()
  }
})

test('error: a network without pools leads to others', async () => {
  const latchkey = await show('swap-unsupported')
  await expect.element(page.getByRole('heading', { name: 'Network not supported for Swaps' })).toBeVisible()
  await button('Choose another network').click()
  expect(latchkey.modal.getState().history.at(-1)?.name).toBe('Networks')
})

test('behavior: tokens can be searched, and an unlisted one needs a confirmation with its whole address', async () => {
  const latchkey = await show('swap-token')
  await page.getByRole('textbox', { name: 'Name, symbol or address' }).fill('usdx')
  const others = page.getByRole('list', { name: 'Not listed' })
  await others.getByRole('button', { name: /Example Dollar/ }).click()
  await expect
    .element(page.getByText('It has the symbol of a listed token, but it is a different token.'))
    .toBeVisible()
  const address = await inModal('.address')
  expect(address.textContent).toMatch(/^0x[0-9a-f]{40}$/i)
  // Not chosen yet: the button to go back is first.
  expect(latchkey.stores.swap.getState().form.to).toEqual(brassToken)
  await button('Use this token').click()
  expect(latchkey.stores.swap.getState().form.to).toMatchObject({ symbol: 'USDX', listed: false })
  expect(latchkey.modal.getState().history.at(-1)?.name).toBe('Swap')
})

test('behavior: choosing the token of the other side exchanges both', async () => {
  const { stores } = await show('swap-token')
  await page
    .getByRole('list', { name: 'Yours' })
    .getByRole('button', { name: /Example Dollar/ })
    .click()
  expect(stores.swap.getState().form).toMatchObject({ from: brassToken, to: dollarToken })
})

test('behavior: the review names the next request to the wallet, and marks finished ones', async () => {
  const { stores } = await show('swap-preview')
  const steps = () => page.getByRole('listitem').filter({ hasText: /^\d?(Approve exactly|Swap)/ })
  await expect.element(steps().first()).toHaveTextContent('1Approve exactly 420.5 USDX')
  await button('Approve 420.5 USDX').click()
  await expect.element(button('Confirm in Harbor')).toBeVisible()
  await expect.element(page.getByText('Approve exactly 420.5 USDX (now)')).toBeVisible()
  expect(page.getByRole('button', { name: 'Back' }).elements()).toEqual([])
  stores.swap.setState((state) => (state.status === 'working' ? { ...state, step: 'swap', waitsFor: 'wallet' } : state))
  await expect.element(page.getByText('Approve exactly 420.5 USDX (done)')).toBeVisible()
})

test('error: a swap with a large price impact needs a tick, which holds for one price', async () => {
  const latchkey = await show('swap-preview-impact')
  const confirm = vi.spyOn(latchkey.swap, 'confirm')
  await button('Approve and swap').click()
  expect(latchkey.swap.getState().status).toBe('preview')
  await expect.element(page.getByText('Tick this first, then go on.')).toBeVisible()
  const box = page.getByRole('checkbox', { name: 'I accept that this swap moves the price by 18.3% against me.' })
  expect(deepFocus()).toBe(box.element())
  await userEvent.keyboard(' ')
  await expect.element(box).toBeChecked()
  const dearer = { ...swapPreview, impact: 'confirm', quote: { ...quote, priceImpact: 0.25 } } as const
  latchkey.stores.swap.setState((state) => (state.status === 'preview' ? { ...state, preview: dearer } : state))
  const next = page.getByRole('checkbox', { name: /25%/ })
  await expect.element(next).not.toBeChecked()
  await next.click()
  await button(/^Approve/).click()
  expect(confirm).toHaveBeenCalledExactlyOnceWith({ acceptImpact: true })
})

test('behavior: a confirmed swap shows the received amount, and the next step', async () => {
  const { stores, modal } = await show('swap-confirmed')
  await expect.element(page.getByRole('heading', { name: 'You received' })).toBeVisible()
  const view = await inModal('.view')
  expect(view.textContent).toContain('Received4,989.00128831 BRASS')
  await button('New swap').click()
  expect(modal.getState().history.map(({ name }) => name)).toEqual(['Account', 'Swap'])
  expect(stores.swap.getState()).toMatchObject({ status: 'editing', form: { amount: '', from: dollarToken } })
})

test('behavior: Done leads back to where the visitor came from', async () => {
  const { modal, stores } = await show('swap-confirmed')
  await button('Done').click()
  expect(modal.getState().history.map(({ name }) => name)).toEqual(['Account'])

  expect(stores.swap.getState().status).toBe('editing')
  const other = await show('swap-confirmed')
  other.stores.modal.setState((before) => ({ ...before, history: before.history.slice(-1) }))
  await button('Done').click()
  expect(other.modal.getState().open).toBe(false)
})

test('error: a swap that the network refused can be repeated with the same amount', async () => {
  const { stores } = await show('swap-failed')
  const view = await inModal('.view')
  expect(view.textContent).toContain('The price moved more than your slippage allows')
  expect(view.textContent).toContain('allow more slippage')
  expect(view.textContent).not.toContain('Paid')
  await button('Try again').click()
  expect(stores.swap.getState().form).toEqual(filled)
})

test('error: a swap that may have been sent is not offered again', async () => {
  await show('swap-uncertain')
  await expect.element(page.getByRole('heading', { name: 'Outcome unknown' })).toBeVisible()
  expect(page.getByRole('button', { name: /again|New swap/ }).elements()).toEqual([])
  await expect.element(button('Done')).toBeVisible()
})

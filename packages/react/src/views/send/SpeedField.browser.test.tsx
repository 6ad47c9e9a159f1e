import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { findScene } from '../../../test/findScene.ts'
import { inModal } from '../../../test/modalRoot.ts'
import { renderScene } from '../../../test/renderScene.tsx'

test('behavior: speeds with the same displayed cost are not a choice', async () => {
  const scene = findScene('send-filled')
  const latchkey = await renderScene({ ...scene, history: [] })
  const price = (costText: string) => ({ gasPrice: 1n, costText, isMost: true })
  latchkey.send.gasPrices = async () => ({
    standard: price('0.000195000000021'),
    fast: price('0.000195000000022'),
    instant: price('0.000195000000023'),
  })
  void latchkey.modal.open({ view: 'WalletSend' })
  await expect.element(page.getByText(/^\$0\.48 · 0\.0001951\sETH$/)).toBeVisible()
  expect((await inModal('.price-same')).textContent).toMatch(/^Network cost, at most /)
  await expect.element(page.getByRole('radio').first()).not.toBeInTheDocument()
})

test('behavior: a new payment requests costs once its token is known, and never shows them as unknown', async () => {
  const scene = findScene('send-filled')
  const latchkey = await renderScene({ ...scene, history: [] })
  const { send } = latchkey
  const { token } = send.getState().form
  // Like the kit: without a token there is no estimate.
  latchkey.send.gasPrices = async () => {
    const price = { gasPrice: 1n, costText: send.getState().form.token && '0.000195' }
    return { standard: price, fast: price, instant: price }
  }
  send.edit({ token: undefined })
  void latchkey.modal.open({ view: 'WalletSend' })
  await inModal('.amount-input')
  expect(page.getByText('Cost unknown').elements()).toEqual([])
  send.edit({ token })
  await expect.element(page.getByText(/· 0\.000195\sETH$/)).toBeVisible()
  expect(page.getByText('Cost unknown').elements()).toEqual([])
})

test('behavior: the form and the review use the same name for the cost', async () => {
  await renderScene(findScene('send-speed'))
  await expect.element(page.getByRole('group', { name: 'Speed · Network cost, at most' })).toBeVisible()
})

test('behavior: the cost follows the amount and the resolved receiver, and is a limit once both are known', async () => {
  const scene = findScene('send-name-resolving')
  const latchkey = await renderScene({ ...scene, history: [] })
  const { send, stores } = latchkey
  send.edit({ sendTokenAmount: '' })
  const resolving = { status: 'resolving', name: 'fern.local' } as const
  stores.send.setState((state) => ({ ...state, receiver: resolving }))
  latchkey.send.gasPrices = async () => {
    const { form, receiver } = send.getState()
    const isMost = form.sendTokenAmount !== '' && receiver.status === 'resolved'
    const price = { gasPrice: 1n, costText: isMost ? `0.00006${form.sendTokenAmount}` : '0.00003', isMost }
    return { standard: price, fast: price, instant: price }
  }
  void latchkey.modal.open({ view: 'WalletSend' })
  const cost = async () => (await inModal('.price-same')).textContent
  await expect.poll(cost).toMatch(/^Network cost, about .*0\.00003\sETH$/)
  send.edit({ sendTokenAmount: '7' })
  stores.send.setState((state) => ({
    ...state,
    receiver: { ...resolving, status: 'resolved', address: '0x1', image: null },
  }))
  await expect.poll(cost).toMatch(/^Network cost, at most .*0\.000067\sETH$/)
  // Until the next answer, the figure belongs to the earlier amount.
  latchkey.send.gasPrices = () => new Promise(() => {})
  send.edit({ sendTokenAmount: '8' })
  await expect.poll(cost).toMatch(/^Network cost, about .*0\.000067\sETH$/)
})

test('behavior: an unknown cost is shown once', async () => {
  await renderScene(findScene('send-speed-unknown'))
  await expect.element(page.getByText('Cost unknown')).toBeVisible()
  expect(page.getByText('Cost unknown').elements()).toHaveLength(1)
  await expect.element(page.getByRole('radio', { name: 'Fast' })).toBeVisible()
})

test('behavior: on Bitcoin a speed shows the usual duration of a payment', async () => {
  await renderScene(findScene('send-bitcoin'))
  const names = async () =>
    [...(await inModal('.prices')).querySelectorAll('.price-name')].map((one) => one.textContent)
  await expect.poll(names).toEqual(['~1 hour', '~30 min', 'Next block'])
  await expect.element(page.getByText('Instant')).not.toBeInTheDocument()
})

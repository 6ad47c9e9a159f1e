import type { Balance } from '@latchkey/protocol/api'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { balances, connected, dollar, ether, friend } from '../../../gallery/fixtures.ts'
import { connectedSmart } from '../../../gallery/severalWallets.ts'
import { announceWallet } from '../../../test/announceWallet.ts'
import { createTestKit } from '../../../test/createTestKit.ts'
import { findScene } from '../../../test/findScene.ts'
import { deepFocus, inModal } from '../../../test/modalRoot.ts'
import { renderApp } from '../../../test/renderApp.tsx'
import { renderScene } from '../../../test/renderScene.tsx'
import { ConnectButton, LatchkeyProvider } from '../../exports/index.ts'

const receiver = () => page.getByRole('textbox', { name: 'To', exact: true })

test('default: choosing a contact fills in its whole address', async () => {
  const latchkey = await renderScene(findScene('send-contacts'))
  await page
    .getByRole('button', { name: /fern\.local/ })
    .first()
    .click()
  expect(latchkey.send.getState().form.receiverAddress).toBe(friend)
  await expect.element(receiver()).toHaveValue(friend)
  await expect.element(page.getByText('Recent contacts')).not.toBeInTheDocument()
})

test('behavior: the maximum of one token is never filled in for another that was chosen meanwhile', async () => {
  const { send } = await renderScene(findScene('send-contacts'))
  let answer = (_amount: string) => {}
  send.max = () =>
    new Promise((resolve) => {
      answer = resolve
    })
  send.edit({ token: ether, sendTokenAmount: '1' })
  await page.getByRole('button', { name: 'Max' }).click()
  send.edit({ token: dollar })
  answer('77')
  await expect.element(page.getByRole('button', { name: 'Max' })).toBeEnabled()
  expect(send.getState().form).toMatchObject({ token: dollar, sendTokenAmount: '1' })
})

test('behavior: lists only contacts that match the typed text', async () => {
  const latchkey = await renderScene(findScene('send-contacts'))
  await receiver().fill('FERN')
  await expect.element(page.getByRole('button', { name: /^fern\.local/ })).toBeVisible()
  await expect.element(page.getByRole('button', { name: /^0x90F7/ })).not.toBeInTheDocument()
  latchkey.send.edit({ receiverAddress: 'nobody' })
  await expect.element(page.getByText('Recent contacts')).not.toBeInTheDocument()
})

test('behavior: after a contact is forgotten, the next one has the focus', async () => {
  const latchkey = await renderScene(findScene('send-contacts'))
  await page.getByRole('button', { name: 'Forget fern.local' }).click()
  await expect.element(page.getByRole('button', { name: /^fern\.local/ })).not.toBeInTheDocument()
  await expect.poll(() => deepFocus()?.textContent).toContain('0x90F7')
  const [left, ...others] = await latchkey.contacts.list({ namespace: 'eip155' })
  expect({ left: left?.name, others }).toEqual({ left: undefined, others: [] })
})

test('behavior: a name lookup shows a spinner, then the whole address', async () => {
  const latchkey = await renderScene(findScene('send-name-resolving'))
  const status = await inModal('.receiver-name')
  expect(status.textContent).toBe('Looking up \u2068fern.local\u2069…'.replace(/[\u2068\u2069]/g, ''))
  expect(status.getAttribute('role')).toBe('status')
  latchkey.stores.send.setState((state) => ({
    ...state,
    receiver: { status: 'resolved', name: 'fern.local', address: friend, image: null },
  }))
  await vi.waitFor(() => expect(status.querySelector('.address')?.textContent).toBe(friend))
})

test.each([
  { id: 'send-name-failed', sentence: 'Error resolving name' },
  { id: 'send-name-unknown', sentence: 'This name is not registered, or it has no address on this network' },
])('error: $sentence', async ({ id, sentence }) => {
  await renderScene(findScene(id))
  await expect.element(page.getByText(sentence)).toBeVisible()
  await expect.element(receiver()).toHaveAttribute('aria-invalid', 'true')
})

test('behavior: the speeds are one tab stop, the arrows choose, and each shows its cost', async () => {
  const latchkey = await renderScene(findScene('send-filled'))
  await expect.element(page.getByRole('radio', { name: /Instant \$0\.38 0\.000156 ETH/ })).toBeInTheDocument()
  ;(await inModal('input[type=radio]:checked')).focus()
  await userEvent.keyboard('{ArrowRight}')
  expect(latchkey.send.getState().form.speed).toBe('fast')
})

test.each([
  ['send-filled', '999999999'],
  ['send-bitcoin', '999999999'],
])('behavior: %s: an amount above the balance says so on the button, and a click leads to it', async (id, amount) => {
  const latchkey = await renderScene(findScene(id))
  const { symbol } = latchkey.send.getState().form.token ?? {}
  latchkey.send.prepare = async () =>
    latchkey.stores.send.setState((state) => ({
      ...state,
      issues: [{ field: 'sendTokenAmount', code: 'insufficient_balance', message: 'Too much.' }],
    }))
  latchkey.send.edit({ sendTokenAmount: amount })
  const button = page.getByRole('button', { name: `Not enough ${symbol}` })
  await expect.element(button).toHaveAttribute('data-kind', 'secondary')
  await button.click()
  await expect.poll(() => deepFocus()?.getAttribute('class')).toBe('amount-input')
  await expect.element(page.getByText('Too much')).toBeVisible()
})

test('behavior: a missing network cost names its token, both figures and the ways to get more', async () => {
  const { modal } = await renderScene(findScene('send-cost-short'))
  const sentence = 'Not enough ETH for the network cost: you need about 0.00005605 ETH, you have 0.'
  await expect.element(page.getByRole('alert').getByText(sentence)).toBeVisible()
  await page.getByRole('button', { name: 'Receive' }).click()
  expect(modal.getState().history.at(-1)?.name).toBe('Receive')
  modal.goBack()
  await page.getByRole('button', { name: 'Buy' }).click()
  expect(modal.getState().history.at(-1)?.name).toBe('OnRampProviders')
})

test.each([
  ['send-filled', 'receiverAddress', 'receiver-input'],
  ['send-filled', 'sendTokenAmount', 'amount-input'],
  ['send-bitcoin', 'receiverAddress', 'receiver-input'],
] as const)('behavior: %s: each click on a form that is refused leads to the field (%s)', async (id, field, input) => {
  const latchkey = await renderScene(findScene(id))
  const { send } = latchkey.stores
  latchkey.send.prepare = async () =>
    send.setState((state) => ({ ...state, issues: [{ field, code: 'invalid_receiver', message: 'Refused.' }] }))
  // The view uses the function above after its next state.
  latchkey.send.edit({})
  const review = page.getByRole('button', { name: 'Review' })
  for (const _click of [1, 2]) {
    await review.click()
    await expect.poll(() => deepFocus()?.getAttribute('class')).toBe(input)
    await expect.element(page.getByText('Refused')).toBeVisible()
  }
})

test('behavior: an unknown cost is shown as unknown, never as zero', async () => {
  await renderScene(findScene('send-speed-unknown'))
  const prices = await inModal('.prices')
  await vi.waitFor(() => expect(prices.textContent?.match(/Cost unknown/g)).toHaveLength(1))
  expect(prices.textContent).not.toMatch(/\d/)
})

test('behavior: a smart account, whose network cost others pay, is asked for no speed', async () => {
  const scene = findScene('send-filled')
  await renderScene({ ...scene, world: { ...scene.world, connection: connectedSmart } })
  await expect.element(receiver()).toBeVisible()
  await expect.element(page.getByRole('radio').first()).not.toBeInTheDocument()
})

test('behavior: in the real kit a name without an answer from the server says so, and an address needs none', async () => {
  announceWallet({ name: 'Harbor' })
  const latchkey = createTestKit()
  renderApp(
    <LatchkeyProvider latchkey={latchkey}>
      <ConnectButton />
    </LatchkeyProvider>,
  )
  latchkey.wallets.discover()
  await latchkey.connection.connect({ connectorId: 'test.harbor' })
  void latchkey.modal.open({ view: 'WalletSend' })
  await receiver().fill('fern.local')
  await expect.element(page.getByText('Error resolving name'), { timeout: 8000 }).toBeVisible()
  await receiver().fill(friend)
  await expect.element(page.getByText('Error resolving name')).not.toBeInTheDocument()
  expect(latchkey.send.getState().receiver).toEqual({ status: 'none' })
})

test('behavior: chooses a token that arrives after the form was opened', async () => {
  const { send, stores } = await renderScene({
    id: 'test',
    world: { connection: connected, balances: { ...balances, data: [], total: undefined } },
    history: [
      { name: 'Account', data: undefined },
      { name: 'WalletSend', data: undefined },
    ],
  })
  await expect.element(page.getByText('Nothing to send')).toBeVisible()
  stores.balances.setState(balances)
  const chosen = page.getByRole('button', { name: /^Token: ETH/ })
  await expect.element(chosen).toBeVisible()
  // And again after another account or another network has reset the form.
  send.reset()
  await expect.element(chosen).toBeVisible()
})

test('behavior: an account without tokens reads that there is nothing to send, with the ways to get some', async () => {
  const { modal, stores } = await renderScene({
    id: 'test',
    world: { ...findScene('account-solana').world, balances: { ...balances, data: [], total: undefined } },
    history: [{ name: 'WalletSend', data: undefined }],
  })
  await expect.element(page.getByText('Nothing to send')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Choose a token' })).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Receive' }).click()
  expect(stores.modal.getState().history.at(-1)?.name).toBe('Receive')
  modal.goBack()
  await page.getByRole('button', { name: 'Buy' }).click()
  expect(stores.modal.getState().history.at(-1)?.name).toBe('OnRampProviders')
})

test('behavior: the button names an amount above the balance before a missing receiver', async () => {
  const { send } = await renderScene(findScene('send-contacts'))
  send.edit({ token: ether, sendTokenAmount: '1000000', receiverAddress: '' })
  await page.getByRole('button', { name: 'Not enough ETH' }).click()
  await expect.poll(() => deepFocus()?.tagName).toBe('INPUT')
  send.edit({ sendTokenAmount: '0.1' })
  await page.getByRole('button', { name: 'Enter a receiver' }).click()
  await expect.poll(() => deepFocus()?.tagName).toBe('TEXTAREA')
})

describe('a requested asset', () => {
  const keys: Balance = {
    name: 'Keys',
    symbol: 'KEYS',
    chainId: 'eip155:31337',
    address: `eip155:31337:0x${'aB'.repeat(20)}`,
    value: null,
    price: null,
    quantity: { decimals: '0', numeric: '3' },
    iconUrl: null,
  }
  const first = { ...ether, chainId: keys.chainId }
  const token = (symbol: string) => page.getByRole('button', { name: new RegExp(`^Token: ${symbol}`) })
  const lacking = page.getByText('You do not have this token on this network. Choose another one.')

  /** A real kit, connected, with a server that reports two balances. */
  const connectedKit = async (held: Record<string, readonly Balance[]> = { '': [first, keys] }) => {
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (url) =>
      String(url).includes('/balance')
        ? Response.json({ balances: Object.entries(held).find(([owner]) => String(url).includes(owner))?.[1] })
        : Response.json({ status: 'FAILED', code: 'not_found', reasons: [] }, { status: 404 }),
    )
    onTestFinished(() => void vi.restoreAllMocks())
    const owners = Object.keys(held).filter((owner) => owner !== '')
    announceWallet({ name: 'Harbor', ...(owners.length > 0 ? { accounts: async () => owners } : {}) })
    const latchkey = createTestKit()
    renderApp(
      <LatchkeyProvider latchkey={latchkey}>
        <ConnectButton />
      </LatchkeyProvider>,
    )
    latchkey.wallets.discover()
    await latchkey.connection.connect({ connectorId: 'test.harbor' })
    return latchkey
  }

  test.each([
    ['as the balances write it', keys.address],
    ['in lower case', keys.address?.toLowerCase()],
    ['without its network', `0x${'ab'.repeat(20)}`],
  ])('behavior: a token with 0 decimals can be sent, %s', async (_, assetAddress = '') => {
    const latchkey = await connectedKit()
    void latchkey.modal.open({ view: 'WalletSend', data: { assetAddress } })
    await expect.element(token('KEYS')).toBeVisible()
    expect(latchkey.send.getState().form.token).toEqual(keys)
    await expect.element(lacking).not.toBeInTheDocument()
  })

  test('behavior: it replaces an earlier token when opened from the portfolio', async () => {
    const latchkey = await connectedKit()
    void latchkey.modal.open({ view: 'WalletSend', data: {} })
    await expect.element(token('ETH')).toBeVisible()
    latchkey.send.edit({ sendTokenAmount: '1' })
    latchkey.modal.close()
    void latchkey.modal.open({ view: 'WalletSend', data: { assetAddress: keys.address ?? '' } })
    await expect.element(token('KEYS')).toBeVisible()
    expect(latchkey.send.getState().form.sendTokenAmount).toBe('')
  })

  test('error: if the account lacks it, the form is empty and says so, and no other asset replaces it', async () => {
    const latchkey = await connectedKit()
    latchkey.send.edit({ token: first, sendTokenAmount: '1' })
    void latchkey.modal.open({ view: 'WalletSend', data: { assetAddress: `eip155:31337:0x${'1'.repeat(40)}` } })
    await expect.element(lacking).toBeVisible()
    expect(latchkey.send.getState().form).toMatchObject({ token: undefined, sendTokenAmount: '' })
    await latchkey.balances.refresh({ force: true })
    expect(latchkey.send.getState().form.token).toBeUndefined()
  })

  test('behavior: another account keeps the token, with its own balance and never with the previous one’s', async () => {
    const second = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
    const held: Record<string, readonly Balance[]> = {
      '0x70997970C51812dc3A010C7d01b50e0d17dc79C8': [first, keys],
      [second]: [{ ...first, quantity: { decimals: '18', numeric: '0.5' } }],
    }
    const latchkey = await connectedKit(held)
    void latchkey.modal.open({ view: 'WalletSend', data: { assetAddress: keys.address ?? '' } })
    await expect.element(page.getByText('Balance 3', { exact: true })).toBeVisible()
    latchkey.send.edit({ sendTokenAmount: '2' })
    latchkey.connection.selectAddress({ address: second })
    await expect.element(page.getByText('Balance 0', { exact: true })).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Not enough KEYS' })).toBeVisible()
    expect(latchkey.send.getState().form).toMatchObject({ token: { symbol: 'KEYS' }, sendTokenAmount: '2' })
    latchkey.send.edit({ token: first })
    await expect.element(page.getByText('Balance 0.5', { exact: true })).toBeVisible()
  })

  test('behavior: keeps another token that the visitor chooses', async () => {
    const latchkey = await connectedKit()
    void latchkey.modal.open({ view: 'WalletSend', data: { assetAddress: keys.address ?? '' } })
    await token('KEYS').click()
    await page.getByRole('button', { name: /^Ether/ }).click()
    await expect.element(token('ETH')).toBeVisible()
    expect(latchkey.send.getState().form.token?.symbol).toBe('ETH')
  })
})

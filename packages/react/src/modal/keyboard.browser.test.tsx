import { expect, test } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { createFixtureLatchkey } from '../../gallery/createFixtureLatchkey.ts'
import { connected, friend, preview, sentHash } from '../../gallery/fixtures.ts'
import { deepFocus, inModal } from '../../test/modalRoot.ts'
import { renderApp } from '../../test/renderApp.tsx'
import { ConnectButton } from '../buttons/ConnectButton.tsx'
import { LatchkeyProvider } from '../provider/LatchkeyProvider.tsx'

function renderButton(latchkey = createFixtureLatchkey()) {
  renderApp(
    <LatchkeyProvider latchkey={latchkey}>
      <ConnectButton />
    </LatchkeyProvider>,
  )
  return latchkey
}

const focusedText = () => deepFocus()?.getAttribute('aria-label') ?? deepFocus()?.textContent ?? ''

/** Waits for the focus, because the runner's matcher sees only the shadow host. */
async function expectFocus(locator: Locator): Promise<void> {
  await expect.element(locator).toBeVisible()
  await expect.poll(deepFocus).toBe(locator.element())
}

/** Presses Tab until an element with this text has the focus. */
async function tabTo(text: RegExp): Promise<void> {
  for (let step = 0; step < 20; step++) {
    if (text.test(focusedText())) return
    await userEvent.keyboard('{Tab}')
  }
  throw new Error(`Tab never reached ${text}; it stands on ${focusedText()}`)
}

async function openByKeyboard(name: RegExp): Promise<void> {
  await expect.element(page.getByRole('button', { name })).toBeVisible()
  await tabTo(name)
  await userEvent.keyboard('{Enter}')
  await inModal('dialog[open] .view')
}

test('behavior: each row of a list is a tab stop, and the arrows move between rows', async () => {
  renderButton()
  await openByKeyboard(/Connect wallet/)
  await tabTo(/Harbor/)
  await userEvent.keyboard('{ArrowDown}')
  expect(focusedText()).toContain('Orbit Wallet')
  await userEvent.keyboard('{End}')
  expect(focusedText()).toContain('All wallets')
  await userEvent.keyboard('{ArrowDown}')
  expect(focusedText()).toContain('All wallets')
  await userEvent.keyboard('{Home}')
  expect(focusedText()).toContain('Harbor')
  await userEvent.keyboard('{Tab}')
  expect(focusedText()).toContain('Orbit Wallet')
  await userEvent.keyboard('{End}{Tab}')
  expect(focusedText()).toContain('Get a wallet')
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}')
  expect(focusedText()).toContain('All wallets')
})

test('behavior: a view that opens again restores the focus', async () => {
  renderButton()
  await openByKeyboard(/Connect wallet/)
  await tabTo(/Harbor/)
  await userEvent.keyboard('{End}{Enter}')
  await expectFocus(page.getByRole('textbox', { name: 'Search wallets' }))
  await userEvent.keyboard('{Shift>}{Tab}{Tab}{/Shift}{Enter}')
  await expect.poll(focusedText).toContain('All wallets')
})

test('behavior: a token is sent with the keyboard alone', async () => {
  const latchkey = renderButton(createFixtureLatchkey({ connection: connected }))
  await openByKeyboard(/Account/)
  await tabTo(/^Send$/)
  await userEvent.keyboard('{Enter}')
  await expectFocus(page.getByRole('textbox', { name: 'Amount' }))
  await userEvent.keyboard('1.5')
  await tabTo(/^Token: ETH/)
  await userEvent.keyboard('{Enter}')
  await expectFocus(page.getByRole('textbox', { name: 'Search your tokens' }))
  await userEvent.keyboard('dollar')
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.poll(() => latchkey.send.getState().form.token?.symbol).toBe('USDX')
  const receiver = page.getByRole('textbox', { name: 'To', exact: true })
  await expect.element(receiver).toBeVisible()
  for (let step = 0; step < 20 && deepFocus() !== receiver.element(); step++) await userEvent.keyboard('{Tab}')
  await userEvent.keyboard(friend)
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('heading', { name: 'Review' })).toBeVisible()
  await expectFocus(page.getByRole('button', { name: 'Confirm' }))
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('button', { name: 'Confirm in Harbor' })).toBeVisible()
  latchkey.stores.send.setState((state) => ({
    ...state,
    status: 'pending',
    preview,
    transactionId: '0'.repeat(32),
    hash: sentHash,
    slow: false,
    reorged: false,
  }))
  await expect.element(page.getByRole('heading', { name: 'Sending' })).toBeVisible()
  await expectFocus(page.getByRole('button', { name: 'Done' }))
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('heading', { name: 'Account' })).toBeVisible()
})

test('behavior: the arrows change tabs', async () => {
  renderButton(createFixtureLatchkey({ connection: connected }))
  await openByKeyboard(/Account/)
  await tabTo(/^Tokens$/)
  await userEvent.keyboard('{ArrowRight}')
  await expectFocus(page.getByRole('tab', { name: 'Activity' }))
  await expect.element(page.getByRole('button', { name: /Received/ }).first()).toBeVisible()
})

import type { Latchkey } from '@latchkey/core'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { createFixtureLatchkey } from '../../gallery/createFixtureLatchkey.ts'
import { connected } from '../../gallery/fixtures.ts'
import { connectedWithMany } from '../../gallery/severalWallets.ts'
import { announceWallet } from '../../test/announceWallet.ts'
import { createTestKit } from '../../test/createTestKit.ts'
import { deepFocus, inModal, modalRoot } from '../../test/modalRoot.ts'
import { renderApp } from '../../test/renderApp.tsx'
import { ConnectButton } from '../buttons/ConnectButton.tsx'
import { LatchkeyProvider } from '../provider/LatchkeyProvider.tsx'

const button = page.getByRole('button', { name: 'Connect wallet' })

function renderButton<Kit extends Latchkey>(latchkey: Kit): Kit {
  renderApp(
    <LatchkeyProvider latchkey={latchkey}>
      <ConnectButton />
    </LatchkeyProvider>,
  )
  return latchkey
}

test('default: a click opens the dialog with the wallets', async () => {
  renderButton(createFixtureLatchkey())
  await button.click()
  await expect.element(page.getByRole('dialog', { name: 'Connect a wallet' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: /Harbor/ })).toBeVisible()
})

test("behavior: the modal's code is not loaded before the visitor points at the button", async () => {
  // The pointer is where the last test left it. Over the button, it would trigger the load.
  const elsewhere = document.createElement('p')
  elsewhere.textContent = 'Elsewhere'
  elsewhere.style.height = '200px'
  document.body.append(elsewhere)
  onTestFinished(() => elsewhere.remove())
  await page.elementLocator(elsewhere).hover()
  renderButton(createFixtureLatchkey())
  await expect.element(button).toBeVisible()
  expect(document.querySelector('latchkey-modal')).toBeNull()
  await button.hover()
  const dialog = await inModal<HTMLDialogElement>('dialog')
  expect(dialog.open).toBe(false)
})

test('behavior: Tab stays inside, Escape closes, the focus returns to the button', async () => {
  renderButton(createFixtureLatchkey())
  await expect.element(button).toBeVisible()
  const opener = document.querySelector('latchkey-button')?.shadowRoot?.querySelector('button')
  opener?.focus()
  await userEvent.keyboard('{Enter}')
  const dialog = await inModal<HTMLDialogElement>('dialog[open]')
  await expect.poll(() => dialog.contains(deepFocus())).toBe(true)
  for (let step = 0; step < 14; step++) {
    await userEvent.keyboard('{Tab}')
    const focused = deepFocus()
    // The tab order includes the browser's own controls, but none of the page's.
    expect(focused === document.body || dialog.contains(focused)).toBe(true)
  }
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => dialog.open).toBe(false)
  expect(deepFocus()).toBe(opener)
})

test('behavior: a click beside the card closes, one that begins inside does not', async () => {
  const { modal } = renderButton(createFixtureLatchkey())
  await button.click()
  const dialog = await inModal<HTMLDialogElement>('dialog[open]')
  const card = await inModal('.card')
  const fire = (target: Element, type: string) => target.dispatchEvent(new MouseEvent(type, { bubbles: true }))
  fire(card, 'mousedown')
  fire(dialog, 'click')
  expect(modal.getState().open).toBe(true)
  fire(dialog, 'mousedown')
  fire(dialog, 'click')
  await expect.poll(() => dialog.open).toBe(false)
})

test('behavior: keys and clicks inside do not reach the app around it', async () => {
  const onClick = vi.fn()
  const onKeyDown = vi.fn()
  window.addEventListener('keydown', onKeyDown)
  renderApp(
    // biome-ignore lint/a11y/noStaticElementInteractions: stands for an app that listens to everything
    // biome-ignore lint/a11y/useKeyWithClickEvents: stands for an app that listens to everything
    <div onClick={onClick}>
      <LatchkeyProvider latchkey={createFixtureLatchkey()}>
        <ConnectButton />
      </LatchkeyProvider>
    </div>,
  )
  await button.click()
  onClick.mockClear()
  onKeyDown.mockClear()
  await page.getByRole('button', { name: /All wallets/ }).click()
  await page.getByRole('textbox', { name: 'Search wallets' }).fill('q')
  await userEvent.keyboard('k')
  expect(onClick).not.toHaveBeenCalled()
  expect(onKeyDown).not.toHaveBeenCalled()
  window.removeEventListener('keydown', onKeyDown)
})

test('behavior: on an unsupported network it shakes, explains why and stays open', async () => {
  announceWallet({ name: 'Foreign', chainId: '0x3e7' })
  renderButton(createTestKit())
  await button.click()
  await page.getByRole('button', { name: /Foreign/ }).click()
  await expect.element(page.getByRole('heading', { name: 'Choose another network' })).toBeVisible()
  const card = await inModal('.card')
  await userEvent.keyboard('{Escape}')
  expect(card.dataset.shake).toBe('')
  await expect.element(page.getByText('Choose a network first, or disconnect.')).toBeVisible()
  await expect.poll(() => card.dataset.shake).toBeUndefined()
  await userEvent.keyboard('{Escape}')
  await userEvent.keyboard('{Escape}')
  const dialog = await inModal<HTMLDialogElement>('dialog')
  expect(dialog.open).toBe(true)
  await page.getByRole('button', { name: 'Disconnect' }).click()
  await expect.poll(() => dialog.open).toBe(false)
})

test('behavior: the page behind does not scroll while it is open', async () => {
  renderButton(createFixtureLatchkey())
  await button.click()
  await inModal('dialog[open]')
  expect(document.documentElement.style.overflow).toBe('hidden')
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => document.documentElement.style.overflow).toBe('')
})

test('behavior: a connected account opens, and disconnecting closes', async () => {
  renderButton(createFixtureLatchkey({ connection: connected }))
  await page.getByRole('button', { name: /Account 0x7099/ }).click()
  await expect.element(page.getByText('$51,472.56')).toBeVisible()
  await page.getByRole('button', { name: 'Disconnect' }).click()
  await expect.element(button).toBeVisible()
  const root = await modalRoot()
  await expect.poll(() => root.querySelector('.ghost')).toBeNull()
})

test('behavior: Disconnect ends the wallet in all its families, the one in use last, and no other wallet', async () => {
  const latchkey = createFixtureLatchkey({ connection: connectedWithMany })
  const ended: (string | undefined)[] = []
  latchkey.connection.disconnect = async (options) => void ended.push(options?.connectorId)
  renderButton(latchkey)
  await page.getByRole('button', { name: /Account 0x7099/ }).click()
  await page.getByRole('button', { name: 'Disconnect' }).click()
  await expect.poll(() => ended).toEqual(['solana:Harbor', 'example.harbor'])
})

test('behavior: after a disconnect, the toast names the wallet and the network that are still connected', async () => {
  const toast = { id: 1, kind: 'success', text: 'tookOver', wallet: 'Harbor', message: '' } as const
  renderButton(createFixtureLatchkey({ connection: connected, modal: { toast } }))
  await expect.element(page.getByText(/Disconnected\. Now using .?Harbor \(Local One\).?\./)).toBeVisible()
})

test('error: shows a declined request, and can ask again', async () => {
  let asked = 0
  announceWallet({
    name: 'Decliner',
    accounts: async () => {
      asked++
      if (asked === 1) throw Object.assign(new Error('User rejected the request.'), { code: 4001 })
      return ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8']
    },
  })
  renderButton(createTestKit())
  await button.click()
  await page.getByRole('button', { name: /Decliner/ }).click()
  await expect.element(page.getByRole('heading', { name: 'Request declined' })).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByRole('button', { name: /Account 0x7099/ })).toBeVisible()
  expect(asked).toBe(2)
})

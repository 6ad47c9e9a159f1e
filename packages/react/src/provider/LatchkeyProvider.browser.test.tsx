import type { Latchkey, LatchkeyEvent } from '@latchkey/core'
import { StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server.browser'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { createFixtureLatchkey } from '../../gallery/createFixtureLatchkey.ts'
import { config, connected } from '../../gallery/fixtures.ts'
import { announceWallet } from '../../test/announceWallet.ts'
import { createTestKit } from '../../test/createTestKit.ts'
import { inModal } from '../../test/modalRoot.ts'
import { renderApp } from '../../test/renderApp.tsx'
import { ConnectButton, LatchkeyProvider, NetworkButton, useEvents, useLatchkey, useTheme } from '../exports/index.ts'

test("behavior: hydrates a server's markup without a difference, even with a stored connection", async () => {
  const complaints = vi.spyOn(console, 'error')
  onTestFinished(() => complaints.mockRestore())
  const record = { version: 1, connectorId: 'test.nobody', chainId: 'eip155:31338', recentConnectorIds: [] }
  localStorage.setItem('@latchkey/connection', JSON.stringify(record))
  onTestFinished(() => localStorage.clear())
  const app = (
    <LatchkeyProvider config={config}>
      <NetworkButton />
      <ConnectButton />
    </LatchkeyProvider>
  )
  const element = document.createElement('div')
  element.innerHTML = renderToString(app)
  document.body.append(element)
  expect(element.textContent).toContain('Connect wallet')
  const root = hydrateRoot(element, app)
  onTestFinished(() => {
    root.unmount()
    element.remove()
  })
  await expect.element(page.getByRole('button', { name: 'Connect wallet' })).toBeVisible()
  await expect.poll(() => element.querySelectorAll('latchkey-button button')).toHaveLength(0)
  expect(complaints).not.toHaveBeenCalled()
})

test('behavior: in strict mode the kit lives until the provider is really unmounted', async () => {
  announceWallet({ name: 'Steady' })
  let kit: Latchkey | undefined
  function Reader() {
    kit = useLatchkey()
    return null
  }
  const element = renderApp(
    <StrictMode>
      <LatchkeyProvider config={config}>
        <Reader />
        <ConnectButton />
      </LatchkeyProvider>
    </StrictMode>,
  )
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await expect.element(page.getByRole('button', { name: /Steady/ })).toBeVisible()
  expect(kit?.wallets.getState().installed.map(({ name }) => name)).toContain('Steady')
  expect(document.querySelectorAll('latchkey-modal')).toHaveLength(1)
  expect(element.querySelector('latchkey-button')).not.toBeNull()
})

test('behavior: events reach the newest listener', async () => {
  announceWallet({ name: 'Eventful' })
  const latchkey = createTestKit()
  const seen: LatchkeyEvent['type'][] = []
  function Listener() {
    useEvents(({ type }) => seen.push(type))
    return null
  }
  renderApp(
    <LatchkeyProvider latchkey={latchkey}>
      <Listener />
      <ConnectButton />
    </LatchkeyProvider>,
  )
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await page.getByRole('button', { name: /Eventful/ }).click()
  await expect.element(page.getByRole('button', { name: /Account/ })).toBeVisible()
  await latchkey.connection.disconnect()
  expect(seen).toEqual(['connected', 'disconnected'])
})

test('behavior: open returns how it ended', async () => {
  announceWallet({ name: 'Teller' })
  const latchkey = createTestKit()
  renderApp(
    <LatchkeyProvider latchkey={latchkey}>
      <p>Page</p>
    </LatchkeyProvider>,
  )
  const ending = latchkey.modal.open()
  await page.getByRole('button', { name: /Teller/ }).click()
  expect(await ending).toEqual({ type: 'connected', address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' })
  const second = latchkey.modal.open({ view: 'Networks' })
  await page.getByRole('button', { name: 'Close' }).click()
  expect(await second).toEqual({ type: 'closed' })
})

test('behavior: a chosen mode holds until the app sets a new one', async () => {
  function Switch() {
    const { mode, setMode } = useTheme()
    return (
      <button type="button" onClick={() => setMode('light')}>
        Mode {mode}
      </button>
    )
  }
  const latchkey = createFixtureLatchkey({ connection: connected })
  renderApp(
    <LatchkeyProvider latchkey={latchkey} theme={{ mode: 'dark' }}>
      <Switch />
    </LatchkeyProvider>,
  )
  void latchkey.modal.open()
  const card = await inModal('.card')
  const host = document.querySelector<HTMLElement>('latchkey-modal')
  expect(host?.dataset.mode).toBe('dark')
  document.querySelector('button')?.click()
  await expect.poll(() => host?.dataset.mode).toBe('light')
  expect(card.isConnected).toBe(true)
})

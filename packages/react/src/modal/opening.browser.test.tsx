import type { LatchkeyConfig } from '@latchkey/core'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { announceWallet } from '../../test/announceWallet.ts'
import { createTestKit } from '../../test/createTestKit.ts'
import { emulateMedia } from '../../test/emulateMedia.ts'
import { inModal } from '../../test/modalRoot.ts'
import { renderApp } from '../../test/renderApp.tsx'
import { LatchkeyProvider } from '../provider/LatchkeyProvider.tsx'

// The first view of a real kit, and the order of views (specification 2).

function renderKit(config: Partial<LatchkeyConfig> = {}) {
  const latchkey = createTestKit(config)
  renderApp(
    <LatchkeyProvider latchkey={latchkey}>
      <p>Page</p>
    </LatchkeyProvider>,
  )
  return latchkey
}

async function renderConnected() {
  announceWallet({ name: 'Harbor' })
  const latchkey = renderKit()
  await expect.poll(() => latchkey.wallets.getState().installed.length).toBeGreaterThan(0)
  await latchkey.connection.connect({ connectorId: 'test.harbor' })
  return latchkey
}

const heading = (name: string) => page.getByRole('heading', { name, exact: true })

test('behavior: spec 2.14: opens Connect without a connection, and Account with an address', async () => {
  announceWallet({ name: 'Harbor' })
  const { connection, modal } = renderKit()
  void modal.open()
  await expect.element(heading('Connect a wallet')).toBeVisible()
  await page.getByRole('button', { name: /Harbor/ }).click()
  await expect.poll(() => modal.getState().open).toBe(false)
  expect(connection.getState().status).toBe('connected')
  void modal.open()
  await expect.element(heading('Account')).toBeVisible()
})

test.each([
  { device: 'computer', agent: 'Mozilla/5.0 (X11; Linux x86_64)', title: 'WalletConnect' },
  { device: 'phone', agent: 'Mozilla/5.0 (Linux; Android 15; Pixel 9) Mobile', title: 'All wallets' },
])('behavior: spec 2.15: without adapters, on a $device: $title', async ({ agent, title }) => {
  const userAgent = vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(agent)
  onTestFinished(() => userAgent.mockRestore())
  void renderKit({ basic: true }).modal.open()
  await expect.element(heading(title)).toBeVisible()
})

test('behavior: spec 2.16: opens a requested view', async () => {
  const { modal } = await renderConnected()
  void modal.open({ view: 'Networks' })
  await expect.element(heading('Networks')).toBeVisible()
  modal.close()
  void modal.open({ view: 'WhatIsAWallet' })
  await expect.element(heading('What is a wallet?')).toBeVisible()
})

test('behavior: spec 2.19: views can be pushed, replaced and reset, and go back', async () => {
  const { modal } = await renderConnected()
  void modal.open()
  await expect.element(heading('Account')).toBeVisible()
  modal.push('AccountSettings')
  await expect.element(heading('Settings')).toBeVisible()
  modal.push('Networks')
  await expect.element(heading('Networks')).toBeVisible()
  modal.replace('Receive')
  await expect.element(heading('Receive')).toBeVisible()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect.element(heading('Settings')).toBeVisible()
  modal.reset('Networks')
  await expect.element(heading('Networks')).toBeVisible()
  expect((await inModal('.header')).querySelector('[aria-label=Back]')).toBeNull()
  modal.goBack()
  await expect.poll(async () => (await inModal<HTMLDialogElement>('dialog')).open).toBe(false)
})

test('behavior: spec 2.25 and 9.4: the shake lasts 500 ms, flag and motion', async () => {
  await emulateMedia('prefers-reduced-motion', 'no-preference')
  announceWallet({ name: 'Foreign', chainId: '0x3e7' })
  const latchkey = renderKit()
  void latchkey.modal.open()
  await page.getByRole('button', { name: /Foreign/ }).click()
  await expect.element(heading('Unsupported network')).toBeVisible()
  const card = await inModal('.card')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => card.dataset.shake).toBe('')
  expect(getComputedStyle(card).animationDuration).toBe('0.5s')
  vi.advanceTimersByTime(499)
  expect(latchkey.modal.getState().shake).toBeDefined()
  vi.advanceTimersByTime(1)
  expect(latchkey.modal.getState().shake).toBeUndefined()
  await expect.poll(() => card.dataset.shake).toBeUndefined()
})

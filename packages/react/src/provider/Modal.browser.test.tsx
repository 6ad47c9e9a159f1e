import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { createFixtureLatchkey } from '../../gallery/createFixtureLatchkey.ts'
import { connected } from '../../gallery/fixtures.ts'
import { modalRoot } from '../../test/modalRoot.ts'
import { renderApp } from '../../test/renderApp.tsx'
import { LatchkeyProvider } from '../provider/LatchkeyProvider.tsx'
import { Modal } from './Modal.tsx'

test('behavior: spec 2.18: is part of the page, and closing opens the account, or the wallets', async () => {
  const latchkey = createFixtureLatchkey({ connection: connected })
  const element = renderApp(
    <LatchkeyProvider latchkey={latchkey}>
      <Modal embedded />
    </LatchkeyProvider>,
  )
  await expect.element(page.getByRole('heading', { name: 'Account' })).toBeVisible()
  expect(element.querySelector('latchkey-modal')).not.toBeNull()
  const root = await modalRoot()
  expect(root.querySelector('dialog')).toBeNull()
  expect(document.documentElement.style.overflow).toBe('')
  latchkey.modal.push('Networks')
  await expect.element(page.getByRole('heading', { name: 'Networks' })).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).click()
  await expect.element(page.getByRole('heading', { name: 'Account' })).toBeVisible()
  await page.getByRole('button', { name: 'Disconnect' }).click()
  await expect.element(page.getByRole('heading', { name: 'Connect a wallet' })).toBeVisible()
})

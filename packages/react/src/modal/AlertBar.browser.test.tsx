import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { createTestKit } from '../../test/createTestKit.ts'
import { deepFocus, inModal } from '../../test/modalRoot.ts'
import { renderApp } from '../../test/renderApp.tsx'
import { Modal } from '../exports/index.ts'
import { LatchkeyProvider } from '../provider/LatchkeyProvider.tsx'

const details = 'https://site.example is not among the origins of this project'

test('default: shows on top of the card, with the details for the site builder, and the focus stays where it is', async () => {
  const latchkey = createTestKit()
  renderApp(
    <LatchkeyProvider latchkey={latchkey}>
      <p>Page</p>
    </LatchkeyProvider>,
  )
  void latchkey.modal.open()
  const bar = await inModal('.card > [role=alert]:first-child')
  await inModal('dialog[open] .view')
  await expect.poll(() => deepFocus()?.closest('.card') ?? null).not.toBeNull()
  const focus = deepFocus()
  latchkey.modal.alert({ code: 'origin_not_allowed', message: 'Invalid App Configuration', details })
  await expect.element(page.getByText('Invalid App Configuration')).toBeVisible()
  expect(deepFocus()).toBe(focus)
  expect(bar.textContent).toContain('Invalid App Configuration')
  await expect.element(page.getByText(details)).not.toBeVisible()
  await page.getByText('Details').click()
  await expect.element(page.getByText(details)).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect.poll(() => bar.childElementCount).toBe(0)
  await expect.poll(() => deepFocus()?.className).toBe('title')
  expect(latchkey.modal.getState()).toMatchObject({ open: true, alert: undefined })
})

test('behavior: shows in the embedded modal', async () => {
  const latchkey = createTestKit()
  latchkey.modal.alert({ code: 'project_unknown', message: 'Invalid Project ID' })
  renderApp(
    <LatchkeyProvider latchkey={latchkey}>
      <Modal embedded />
    </LatchkeyProvider>,
  )
  await expect.element(page.getByText('Invalid Project ID')).toBeVisible()
  expect(await inModal('[data-embedded] > [role=alert]')).toBeTruthy()
})

import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { createTestKit } from '../../test/createTestKit.ts'
import { inModal, modalRoot } from '../../test/modalRoot.ts'
import { renderApp } from '../../test/renderApp.tsx'
import { LatchkeyProvider } from '../provider/LatchkeyProvider.tsx'

function renderKit() {
  const latchkey = createTestKit()
  renderApp(
    <LatchkeyProvider latchkey={latchkey}>
      <p>Page</p>
    </LatchkeyProvider>,
  )
  return latchkey
}

test('default: shows above the page, read aloud politely', async () => {
  renderKit().modal.toast({ kind: 'success', message: 'Transaction started' })
  const toast = await inModal('.toast:popover-open')
  expect(toast.getAttribute('role')).toBe('status')
  expect(toast.textContent).toContain('Transaction started')
})

test.each([
  { kind: 'success', mark: '.icon', role: 'status' },
  { kind: 'error', mark: '.icon', role: 'alert' },
  { kind: 'loading', mark: '.spinner', role: 'status' },
] as const)('behavior: spec 2.26: a toast for $kind', async ({ kind, mark, role }) => {
  renderKit().modal.toast({ kind, message: 'Said' })
  const toast = await inModal('.toast:popover-open')
  expect(toast.dataset.kind).toBe(kind)
  expect(toast.getAttribute('role')).toBe(role)
  expect(toast.querySelector(`.toast-mark ${mark}`)).not.toBeNull()
  expect(toast.querySelector('.toast-text')?.textContent).toBe('Said')
})

test('behavior: after the login of a wallet that is not protected, the toast offers to protect it', async () => {
  const latchkey = renderKit()
  latchkey.email.ensureProtected = vi.fn(async () => true)
  latchkey.modal.toast({ kind: 'warning', message: 'Said', text: 'unprotected' })
  const toast = await inModal('.toast:popover-open')
  expect(toast.getAttribute('role')).toBe('status')
  expect(toast.querySelector('.toast-text')?.textContent).toBe('This wallet is on this device only')
  await userEvent.click(await inModal('.toast .text-button'))
  expect(latchkey.email.ensureProtected).toHaveBeenCalledTimes(1)
  await expect.poll(async () => (await modalRoot()).querySelector('.toast')).toBeNull()
})

test('behavior: an error interrupts the screen reader', async () => {
  renderKit().modal.toast({ kind: 'error', message: 'Something went wrong' })
  expect((await inModal('.toast:popover-open')).getAttribute('role')).toBe('alert')
})

test('behavior: shows above the open dialog and can be dismissed there', async () => {
  const { modal } = renderKit()
  void modal.open()
  const dialog = await inModal('dialog[open]')
  modal.toast({ kind: 'success', message: 'On top' })
  const toast = await inModal('.toast:popover-open')
  expect(dialog.contains(toast)).toBe(true)
  const root = await modalRoot()
  const { left, top, width, height } = toast.getBoundingClientRect()
  await expect.poll(() => toast.contains(root.elementFromPoint(left + width / 2, top + height / 2))).toBe(true)
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect.poll(() => root.querySelector('.toast')).toBeNull()
  expect(modal.getState().open).toBe(true)
})

test('behavior: an open toast stays when the dialog closes', async () => {
  const { modal } = renderKit()
  void modal.open()
  await inModal('dialog[open]')
  modal.toast({ kind: 'success', message: 'Still here' })
  await inModal('.toast:popover-open')
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => modal.getState().open).toBe(false)
  const toast = await inModal('.toast:popover-open')
  expect(toast.closest('dialog')).toBeNull()
})

test('behavior: a new toast replaces the old one', async () => {
  const { modal } = renderKit()
  modal.toast({ kind: 'success', message: 'First' })
  await inModal('.toast:popover-open')
  modal.toast({ kind: 'error', message: 'Second' })
  const root = await modalRoot()
  await expect.poll(() => root.querySelector('.toast')).toBeNull()
  await expect.poll(() => root.querySelector('.toast:popover-open')?.textContent).toContain('Second')
  expect(root.querySelectorAll('.toast')).toHaveLength(1)
})

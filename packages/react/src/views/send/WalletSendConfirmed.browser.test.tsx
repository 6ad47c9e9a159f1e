import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { findScene } from '../../../test/findScene.ts'
import { inModal } from '../../../test/modalRoot.ts'
import { renderScene } from '../../../test/renderScene.tsx'

test.each([
  { id: 'sent-pending', title: 'Sending', texts: ['You can close this window'] },
  { id: 'sent-slow', title: 'Still pending', texts: ['may still be confirmed', 'Do not send it again'] },
  { id: 'sent-reorged', title: 'Waiting again', texts: ['dropped the block', 'Do not send it again'] },
  { id: 'sent-confirmed', title: 'Sent', texts: ['has confirmed it', 'In block 41'] },
  { id: 'sent-final', title: 'Sent', texts: ['This can no longer be reversed.', 'fern.local'] },
  { id: 'sent-canceled', title: 'Canceled', texts: ['only a network cost was paid'] },
  { id: 'sent-uncertain', title: 'It may have been sent', texts: ['Do not send it again yet', 'Check Harbor'] },
  { id: 'sent-failed', title: 'Not sent', texts: ['No tokens moved. The network cost was paid.'] },
])('behavior: $id says “$title”', async ({ id, title, texts }) => {
  await renderScene(findScene(id))
  const view = await inModal('.view')
  expect(view.querySelector('[role=status] .hero-title')?.textContent).toBe(title)
  for (const text of texts) expect(view.textContent).toContain(text)
  // A slow, reverted-to-pending or unknown transaction is not a failure.
  expect(view.querySelector('.ring')?.getAttribute('data-state') === 'failed').toBe(id === 'sent-failed')
})

test('behavior: spec 2.17: done goes back to the account once, however often it is clicked', async () => {
  const latchkey = await renderScene(findScene('sent-confirmed'))
  const reset = vi.spyOn(latchkey.send, 'reset')
  await page.getByRole('button', { name: 'Done' }).dblClick()
  await expect.element(page.getByRole('heading', { name: 'Account' })).toBeVisible()
  expect(latchkey.modal.getState().history.map(({ name }) => name)).toEqual(['Account'])
  expect(reset).toHaveBeenCalledTimes(1)
})

test('behavior: the second half of a double click does not reach the next view', async () => {
  const latchkey = await renderScene(findScene('sent-confirmed'))
  const shown = () => latchkey.modal.getState().history.map(({ name }) => name)
  await page.getByRole('button', { name: 'Done' }).click()
  const send = page.getByRole('button', { name: 'Send', exact: true })
  await expect.element(send).toBeVisible()
  const press = (detail: number) =>
    send.element().dispatchEvent(new MouseEvent('click', { bubbles: true, composed: true, cancelable: true, detail }))
  press(2)
  expect(shown()).toEqual(['Account'])
  press(1)
  expect(shown()).toEqual(['Account', 'WalletSend'])
})

test('behavior: a transaction that waits for a block can be sped up', async () => {
  const latchkey = await renderScene(findScene('sent-slow'))
  await page.getByRole('button', { name: 'Details' }).click()
  await expect.element(page.getByRole('heading', { name: 'Transaction' })).toBeVisible()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect.element(page.getByRole('button', { name: 'Done' })).toBeVisible()
  expect(latchkey.send.getState().status).toBe('pending')
})

test('behavior: a confirmed transaction waits for finality without a spinner', async () => {
  await renderScene(findScene('sent-confirmed'))
  const view = await inModal('.view')
  expect(view.querySelector('[aria-current=step]')?.textContent).toBe('Final after a few more blocks')
  expect(view.querySelector('.spinner')).toBeNull()
  expect(view.textContent).toContain('You can close this window.')
})

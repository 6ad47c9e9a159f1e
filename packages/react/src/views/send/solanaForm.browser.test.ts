import type { SendIssue } from '@latchkey/core'
import { errorCatalog } from '@latchkey/protocol/errors'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { findScene } from '../../../test/findScene.ts'
import { deepFocus, inModal } from '../../../test/modalRoot.ts'
import { renderScene } from '../../../test/renderScene.tsx'

const sentence = 'Please enter a valid amount and receiver address'
const issue = (field: SendIssue['field'], code: 'invalid_amount' | 'invalid_receiver' | 'payment_incomplete') => ({
  field,
  code,
  message: errorCatalog[code].message,
})

/** Renders the form on Solana, with the kit's response to an empty form (`checkSolanaForm`). */
async function renderForm() {
  const { world } = findScene('account-solana')
  const latchkey = await renderScene({ id: 'test', world, history: [{ name: 'WalletSend', data: undefined }] })
  latchkey.send.prepare = vi.fn(async () => {
    latchkey.stores.send.setState((state) => ({
      ...state,
      status: 'editing',
      issues: [
        issue('sendTokenAmount', 'invalid_amount'),
        issue('receiverAddress', 'invalid_receiver'),
        issue('transaction', 'payment_incomplete'),
      ],
    }))
  })
  latchkey.stores.send.setState((state) => ({ ...state }))
  return latchkey
}

test('error: spec 5.2 and 5.3: without amount and receiver the form names both, and marks each field', async () => {
  const latchkey = await renderForm()
  await userEvent.click(page.getByRole('button', { name: 'Enter an amount' }))
  await expect.poll(async () => (await inModal('.note[role=alert]')).textContent).toBe(sentence)
  expect(latchkey.send.prepare).toHaveBeenCalledOnce()
  const view = await inModal('.view')
  expect([...view.querySelectorAll('.field .issue')].map(({ textContent }) => textContent)).toEqual([
    'Enter an amount',
    'Enter a valid receiver address',
  ])
  expect(deepFocus()).toBe(view.querySelector('input'))
})

test('behavior: on a network of another family the button names the field, and no request is sent', async () => {
  const latchkey = await renderScene(findScene('send-contacts'))
  latchkey.send.prepare = vi.fn(async () => undefined)
  latchkey.stores.send.setState((state) => ({ ...state, form: { ...state.form, sendTokenAmount: '' } }))
  await userEvent.click(page.getByRole('button', { name: 'Enter an amount' }))
  expect(latchkey.send.prepare).not.toHaveBeenCalled()
})

import { expect, test } from 'vitest'
import { until } from '../testing/createTestEnvironment.ts'
import { signedInKit } from '../testing/createWalletKit.ts'
import { toastDuration, toastSwapDelay } from './createToasts.ts'

test('behavior: threat 12: no toast covers the wallet’s card; the last one shows afterwards', async () => {
  const {
    environment,
    frame,
    latchkey: { email, modal },
  } = await signedInKit()
  modal.toast({ kind: 'loading', message: 'Authenticating...' })
  frame.say({ name: 'show', card: 'approve', closable: true })
  await until(() => email.getState().prompt !== undefined)
  expect(modal.getState().toast).toBeUndefined()
  modal.toast({ kind: 'error', message: 'Said meanwhile' })
  await environment.advance(toastDuration.error)
  expect(modal.getState().toast).toBeUndefined()
  frame.say({ name: 'hide' })
  await until(() => email.getState().prompt === undefined)
  expect(modal.getState().toast).toBeUndefined()
  await environment.advance(toastSwapDelay)
  expect(modal.getState().toast).toMatchObject({ kind: 'error', message: 'Said meanwhile' })
  await environment.advance(toastDuration.error - 1)
  expect(modal.getState().toast).toBeDefined()
  await environment.advance(1)
  expect(modal.getState().toast).toBeUndefined()
})

test('behavior: progress that ends while the card shows never shows again', async () => {
  const {
    environment,
    frame,
    latchkey: { email, modal },
  } = await signedInKit()
  modal.toast({ kind: 'loading', message: 'Authenticating...' })
  frame.say({ name: 'show', card: 'approve', closable: true })
  await until(() => email.getState().prompt !== undefined)
  modal.dismissToast()
  frame.say({ name: 'hide' })
  await until(() => email.getState().prompt === undefined)
  await environment.advance(toastSwapDelay)
  expect(modal.getState().toast).toBeUndefined()
})

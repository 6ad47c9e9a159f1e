import { ServiceError } from '@latchkey/protocol/errors'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { createGalleryMeter } from '../../gallery/createGalleryMeter.ts'
import { renderWindowScene } from '../../gallery/renderWindowScene.tsx'
import { security } from '../../gallery/windowScenes.ts'
import { en } from '../messages/en.ts'
import type { SecurityState, WindowCalls, WindowState } from './WindowCalls.ts'

let clear = () => {}
afterEach(() => {
  clear()
  document.body.innerHTML = ''
})

const button = (name: string) => page.getByRole('button', { name, exact: true })
const other = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'

function show(scene: { page: 'recover' | 'security'; calls: Partial<WindowCalls>; state?: Partial<WindowState> }) {
  const root = document.createElement('div')
  document.body.append(root)
  const loadMeter = () => createGalleryMeter()
  clear = renderWindowScene({ scene: { id: 'x', ...scene }, root, messages: en, loadMeter })
}

/** Holds the button for the required time. */
async function hold() {
  const held = button(en['newWallet.hold'])
  await expect.element(held).toBeVisible()
  held.element().focus()
  await userEvent.keyboard('[Space>]')
}

/** The window of a visitor without a device, up to the text about a new wallet. */
async function beginAgain(calls: Partial<WindowCalls>) {
  show({ page: 'recover', calls, state: { methods: ['oldDevice'] } })
  await button(en['newWallet.link']).click()
}

test('behavior: a new wallet requires a held button and the mailed code', async () => {
  const askNewWallet = vi.fn<WindowCalls['askNewWallet']>(async () => ({ needsCode: true }))
  const startNewWallet = vi.fn<WindowCalls['startNewWallet']>(async () => ({ address: other }))
  await beginAgain({ askNewWallet, startNewWallet })
  // A click is not enough.
  await button(en['newWallet.hold']).click()
  expect(askNewWallet).not.toHaveBeenCalled()
  await hold()
  await page.getByLabelText(en['code.field']).fill('418052')
  await userEvent.keyboard('[/Space]')
  expect(askNewWallet).toHaveBeenCalledTimes(1)
  await button(en['newWallet.confirm']).click()
  await expect.element(page.getByRole('heading', { name: en['newWallet.done.title'] })).toBeVisible()
  expect(startNewWallet.mock.calls).toEqual([[{ otp: '418052' }]])
})

test('error: a wrong code stays on the page; after the last attempt another one is sent', async () => {
  const refusals = ['code_wrong', 'code_expired'] as const
  let tries = 0
  const askNewWallet = vi.fn<WindowCalls['askNewWallet']>(async () => ({ needsCode: true }))
  await beginAgain({
    askNewWallet,
    startNewWallet: async () => {
      throw new ServiceError(refusals[tries++] ?? 'code_expired')
    },
  })
  await hold()
  await page.getByLabelText(en['code.field']).fill('111111')
  await userEvent.keyboard('[/Space]')
  await button(en['newWallet.confirm']).click()
  await expect.element(page.getByRole('alert')).toBeVisible()
  expect(button(en['newWallet.again']).query()).toBeNull()
  await button(en['newWallet.confirm']).click()
  await button(en['newWallet.again']).click()
  expect(askNewWallet).toHaveBeenCalledTimes(2)
  await expect.element(page.getByLabelText(en['code.field'])).toHaveValue('')
})

test('behavior: a visitor with a recovery factor is not offered a new wallet', async () => {
  show({ page: 'recover', calls: {}, state: { methods: ['backupCode', 'oldDevice'] } })
  await expect.element(page.getByRole('tab', { name: en['unlock.backupCode'] })).toBeVisible()
  expect(button(en['newWallet.link']).query()).toBeNull()
  clear()
  document.body.innerHTML = ''
  // A passkey is used on the card, but is a recovery factor as well.
  show({ page: 'recover', calls: {}, state: { methods: ['passkey', 'oldDevice'] } })
  await expect.element(page.getByText(en['unlock.oldDevice.hint'])).toBeVisible()
  expect(button(en['newWallet.link']).query()).toBeNull()
})

test('behavior: the security window lists the locked wallet, and returns the login to it after a second question', async () => {
  const takeLoginBack = vi.fn<WindowCalls['takeLoginBack']>(async () => {})
  let login: SecurityState['login'] = {
    leadsHere: true,
    wallets: [{ address: other, leftAt: '2026-11-19T11:20:00Z' }],
    takeBack: { moveId: 'm', until: '2026-12-19T11:20:00Z' },
  }
  show({ page: 'security', calls: { security: async () => ({ ...security, login }), takeLoginBack } })
  await button(en['wallets.return']).click()
  expect(takeLoginBack).not.toHaveBeenCalled()
  login = { ...login, leadsHere: false, takeBack: { moveId: 'n', until: null } }
  await button(en['link.return.confirm']).click()
  await expect.element(page.getByText(en['wallets.moved'])).toBeVisible()
  expect(takeLoginBack.mock.calls).toEqual([[{ moveId: 'm' }]])
  await expect.element(button(en['wallets.takeBack'])).toBeVisible()
})

import type { EmailState } from '@latchkey/core'
import { LatchkeyError } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { FixtureLatchkey } from '../../../gallery/createFixtureLatchkey.ts'
import { embedded, signedIn, walletUser, withWallet } from '../../../gallery/fixtures.ts'
import { inModal, modalRoot } from '../../../test/modalRoot.ts'
import { renderScene } from '../../../test/renderScene.tsx'

const connect = { name: 'Connect', data: undefined } as const
const home = { name: 'Account', data: undefined } as const
const email = 'ada@brass.example'
/** Makes the views use a replaced method: they keep the methods of the state that they rendered with. */
const renew = ({ stores: { email: store } }: FixtureLatchkey) => store.setState((state) => ({ ...state }))

const views = ({ stores }: FixtureLatchkey) => stores.modal.getState().history.map(({ name }) => name)
const set = ({ stores }: FixtureLatchkey, state: Partial<EmailState>) =>
  stores.email.setState((before) => ({ ...before, ...state }))
const textOf = async (selector: string) => (await inModal(selector)).textContent

async function renderConnect() {
  await page.viewport(1280, 900)
  const latchkey = await renderScene({ id: 'test', world: { config: withWallet }, history: [connect] })
  const field = await inModal<HTMLInputElement>('input[type=email]')
  const button = await inModal('button[type=submit]')
  return { latchkey, field, button }
}
async function renderLogin(step: 'EmailVerifyDevice' | 'EmailVerifyOtp', state: Partial<EmailState>) {
  await page.viewport(1280, 900)
  return renderScene({
    id: 'test',
    world: { config: withWallet, email: { email, ...state } },
    history: [connect, { name: step, data: undefined }],
  })
}

test('default: an address, the mail, the view behind the wallet’s card', async () => {
  const { latchkey, field } = await renderConnect()
  latchkey.email.prepare = vi.fn()
  renew(latchkey)
  latchkey.email.start = vi.fn(async () => 'VERIFY_OTP' as const)
  renew(latchkey)
  latchkey.email.enterCode = vi.fn(() => new Promise<never>(() => undefined))
  renew(latchkey)
  await userEvent.click(field)
  expect(latchkey.email.prepare).toHaveBeenCalled()
  set(latchkey, { status: 'code', email })
  await userEvent.keyboard(`${email}{Enter}`)
  expect(latchkey.email.start).toHaveBeenCalledWith({ email })
  await vi.waitFor(() => expect(views(latchkey)).toStrictEqual(['Connect', 'EmailVerifyOtp']))
  await vi.waitFor(() => expect(latchkey.email.enterCode).toHaveBeenCalledTimes(1))
  expect(await textOf('.hero-text')).toContain(email)
})

test('error: spec 5.15, 5.21 and 8.34: an invalid address, and a refusal of the wallet, show below the field until it changes', async () => {
  const { latchkey, field, button } = await renderConnect()
  latchkey.email.start = vi.fn(async () => {
    throw new ServiceError('email_missing')
  })
  renew(latchkey)
  await userEvent.type(field, 'ada')
  await userEvent.click(button)
  await vi.waitFor(async () => expect(await textOf('.text-field-issue')).toBe('Invalid email'))
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(field.getAttribute('aria-describedby')).toBe((await inModal('.text-field-issue')).id)
  await userEvent.type(field, 'x')
  expect((await modalRoot()).querySelector('.text-field-issue')).toBeNull()
  latchkey.email.start = async () => {
    throw new ServiceError('email_cooldown', { message: 'Please try again after 12 seconds' })
  }
  renew(latchkey)
  await userEvent.click(button)
  await vi.waitFor(async () => expect(await textOf('.text-field-issue')).toBe('Please try again after 12 seconds'))
  expect(views(latchkey)).toStrictEqual(['Connect'])
})

test('behavior: without the wallet there is no field', async () => {
  await renderScene({ id: 'test', world: {}, history: [connect] })
  expect((await modalRoot()).querySelector('input')).toBeNull()
})

test('behavior: on a new device, asks for the link first, then for the code, each once', async () => {
  const latchkey = await renderLogin('EmailVerifyDevice', { status: 'sending' })
  latchkey.email.waitForDevice = vi.fn(async () => undefined)
  renew(latchkey)
  latchkey.email.enterCode = vi.fn(() => new Promise<never>(() => undefined))
  renew(latchkey)
  set(latchkey, { status: 'device' })
  await vi.waitFor(() => expect(latchkey.email.waitForDevice).toHaveBeenCalledTimes(1))
  set(latchkey, { status: 'code' })
  await vi.waitFor(() => expect(views(latchkey)).toStrictEqual(['Connect', 'EmailVerifyOtp']))
  await vi.waitFor(() => expect(latchkey.email.enterCode).toHaveBeenCalledTimes(1))
  expect(latchkey.email.waitForDevice).toHaveBeenCalledTimes(1)
})

test('behavior: returns to the field after the visitor gives up on the wallet’s card', async () => {
  const latchkey = await renderLogin('EmailVerifyOtp', { status: 'code' })
  set(latchkey, { status: 'idle' })
  await vi.waitFor(() => expect(views(latchkey)).toStrictEqual(['Connect']))
  expect((await inModal<HTMLInputElement>('input[type=email]')).value).toBe(email)
})

test('error: an expired code shows the reason, and offers a new mail or another address', async () => {
  const failure = {
    code: 'code_expired',
    message: 'This code has expired. Request a new one',
    retryAfter: undefined,
  } as const
  const latchkey = await renderLogin('EmailVerifyOtp', { status: 'failed', failure })
  expect(await textOf('.hero-text')).toBe(`${failure.message}.`)
  latchkey.email.start = vi.fn(async () => {
    throw new ServiceError('email_cooldown', { message: 'Please try again after 3 seconds' })
  })
  renew(latchkey)
  await userEvent.click(await inModal('.btn[data-kind=primary]'))
  await vi.waitFor(async () => expect(await textOf('.hero-text')).toBe('Please try again after 3 seconds'))
  expect(latchkey.email.start).toHaveBeenCalledWith({ email })
  await userEvent.click(await inModal('.btn[data-kind=secondary]'))
  expect(views(latchkey)).toStrictEqual(['Connect'])
})

test('behavior: while the wallet’s card shows, the modal is hidden and keeps its place', async () => {
  const latchkey = await renderLogin('EmailVerifyOtp', { status: 'code' })
  const card = await inModal('.card')
  await inModal('.hero-title')
  await inModal('.stage:not([data-moving])')
  const { top, height } = card.getBoundingClientRect()
  expect(getComputedStyle(card).visibility).toBe('visible')
  set(latchkey, { prompt: { card: 'code', closable: true, approval: false } })
  await vi.waitFor(() => expect(getComputedStyle(card).visibility).toBe('hidden'))
  expect(card.getBoundingClientRect()).toMatchObject({ top, height })
  const dialog = await inModal<HTMLDialogElement>('dialog')
  expect(getComputedStyle(dialog, '::backdrop').backgroundColor).toBe('rgba(0, 0, 0, 0)')
  set(latchkey, { prompt: undefined })
  await vi.waitFor(() => expect(getComputedStyle(card).visibility).toBe('visible'))
})

test('behavior: a modal that opens behind the wallet’s card raises the card above itself', async () => {
  const latchkey = await renderScene({ id: 'test', world: { config: withWallet, connection: embedded }, history: [] })
  latchkey.email.raisePrompt = vi.fn()
  renew(latchkey)
  set(latchkey, { prompt: { card: 'approve', closable: true, approval: true } })
  void latchkey.modal.open({ view: 'ApproveTransaction' })
  await inModal('dialog[open]')
  expect(latchkey.email.raisePrompt).toHaveBeenCalled()
})

test('behavior: a change of the address asks for both codes and returns to the settings', async () => {
  const latchkey = await renderScene({
    id: 'test',
    world: { config: withWallet, connection: embedded, email: signedIn },
    history: [home, { name: 'AccountSettings', data: undefined }],
  })
  const moves = { VERIFY_PRIMARY_OTP: 'primary', VERIFY_SECONDARY_OTP: 'secondary' } as const
  const step = (status: EmailState['update']['status']) =>
    set(latchkey, { update: { status, email: 'ada@new.example', failure: undefined } })
  latchkey.email.updateEmail = vi.fn(async () => {
    step(moves.VERIFY_PRIMARY_OTP)
    return 'VERIFY_PRIMARY_OTP' as const
  })
  renew(latchkey)
  latchkey.email.updateEmailPrimaryOtp = vi.fn(async () => {
    step(moves.VERIFY_SECONDARY_OTP)
    return 'VERIFY_SECONDARY_OTP' as const
  })
  renew(latchkey)
  latchkey.email.updateEmailSecondaryOtp = vi.fn(async () => {
    step('done')
    return { newEmail: 'ada@new.example' }
  })
  renew(latchkey)
  await userEvent.click(await inModal('[data-key=email]'))
  await userEvent.type(await inModal('input[type=email]'), 'ada@new.example{Enter}')
  await vi.waitFor(() => expect(views(latchkey)).toStrictEqual(['Account', 'AccountSettings']))
  expect(latchkey.stores.modal.getState().toast).toMatchObject({
    kind: 'success',
    message: 'Email address changed',
  })
  for (const call of [
    latchkey.email.updateEmail,
    latchkey.email.updateEmailPrimaryOtp,
    latchkey.email.updateEmailSecondaryOtp,
  ])
    expect(call).toHaveBeenCalledTimes(1)
})

test('behavior: Receive waits until the wallet can be recovered', async () => {
  const latchkey = await renderScene({
    id: 'test',
    world: { config: withWallet, connection: embedded, email: signedIn },
    history: [home, { name: 'Receive', data: undefined }],
  })
  const root = await modalRoot()
  expect(root.querySelector('.qr')).toBeNull()
  latchkey.email.ensureProtected = vi.fn(async () => {
    throw new LatchkeyError('request_aborted')
  })
  renew(latchkey)
  const protect = await inModal('.btn[data-kind=primary]')
  await userEvent.click(protect)
  await vi.waitFor(async () =>
    expect(await textOf('[role=alert].text-field-issue')).toBe('It is not protected yet. Nothing was lost.'),
  )
  expect(root.querySelector('.qr')).toBeNull()
  latchkey.email.ensureProtected = vi.fn(async () => true)
  renew(latchkey)
  await userEvent.click(protect)
  await inModal('.qr')
})

test('behavior: the first gate can be skipped, and then the address shows below the warning', async () => {
  const latchkey = await renderScene({
    id: 'test',
    world: { config: withWallet, connection: embedded, email: signedIn },
    history: [home],
  })
  latchkey.email.ensureProtected = vi.fn(async () => true)
  renew(latchkey)
  latchkey.modal.push('Receive')
  const later = await inModal('.btn[data-kind=secondary]')
  expect(later.textContent).toBe('Not now')
  await userEvent.click(later)
  await inModal('.qr')
  expect(latchkey.email.ensureProtected).not.toHaveBeenCalled()
  expect(await textOf('.note strong')).toBe('This wallet is on this device only')
  await userEvent.click(await inModal('.note .text-button'))
  expect(latchkey.email.ensureProtected).toHaveBeenCalledTimes(1)
})

test.each([
  { isKept: true, says: 'Only this browser can open this wallet.' },
  { isKept: false, says: 'Once this page closes, the wallet is lost for good.' },
])('behavior: disconnecting a wallet that is not protected asks once: $says', async ({ isKept, says }) => {
  const latchkey = await renderScene({
    id: 'test',
    world: { config: withWallet, connection: embedded, email: { ...signedIn, isKept } },
    history: [home],
  })
  const { connection } = latchkey.stores
  const button = await inModal('.pair .leave:last-child')
  await userEvent.click(button)
  expect(await textOf('.note[role=alert]')).toContain(says)
  expect(button.textContent).toBe('Disconnect anyway')
  expect(connection.getState().status).toBe('connected')
  await userEvent.click(button)
  await vi.waitFor(() => expect(connection.getState().status).toBe('disconnected'))
})

test('behavior: a protected wallet disconnects without a question', async () => {
  const latchkey = await renderScene({
    id: 'test',
    world: { config: withWallet, connection: embedded, email: { ...signedIn, isProtected: true } },
    history: [home],
  })
  await userEvent.click(await inModal('.pair .leave:last-child'))
  await vi.waitFor(() => expect(latchkey.stores.connection.getState().status).toBe('disconnected'))
})

test('behavior: an embedded wallet with an unknown state is asked at once, and an outside wallet never', async () => {
  const latchkey = await renderScene({
    id: 'test',
    world: { config: withWallet, connection: embedded, email: { ...signedIn, isProtected: undefined } },
    history: [home],
  })
  latchkey.email.ensureProtected = vi.fn(async () => true)
  renew(latchkey)
  latchkey.modal.push('Receive')
  await inModal('.qr')
  expect(latchkey.email.ensureProtected).toHaveBeenCalledTimes(1)
})

test('behavior: the account shows the user and the risk, and leads to the settings', async () => {
  const latchkey = await renderScene({
    id: 'test',
    world: { config: withWallet, connection: embedded, email: signedIn },
    history: [home],
  })
  latchkey.email.ensureProtected = vi.fn(async () => true)
  renew(latchkey)
  expect(await textOf('.account-wallet-name')).toBe(email)
  expect(await textOf('.note strong')).toBe('This wallet is on this device only')
  await userEvent.click(await inModal('.note .text-button'))
  expect(latchkey.email.ensureProtected).toHaveBeenCalledTimes(1)
  set(latchkey, { user: { ...walletUser, email }, isProtected: true })
  await vi.waitFor(async () => expect((await modalRoot()).querySelector('.note')).toBeNull())
  await userEvent.click(await inModal('[data-key=settings]'))
  expect(views(latchkey)).toStrictEqual(['Account', 'AccountSettings'])
})

test('behavior: without storage, account, Receive and security state that the wallet ends with the page', async () => {
  const latchkey = await renderScene({
    id: 'test',
    world: { config: withWallet, connection: embedded, email: { ...signedIn, isKept: false } },
    history: [home],
  })
  expect(await textOf('.note strong')).toBe('This wallet is lost when the page closes')
  latchkey.modal.push('Security')
  await vi.waitFor(async () => expect((await modalRoot()).textContent).toContain('This browser keeps nothing for it.'))
  latchkey.modal.goBack()
  latchkey.modal.push('Receive')
  await vi.waitFor(async () => expect((await modalRoot()).textContent).toContain('the wallet is lost when this page'))
})

test('behavior: security opens on the wallet’s card, and a closed card is not an error', async () => {
  const latchkey = await renderScene({
    id: 'test',
    world: { config: withWallet, connection: embedded, email: signedIn },
    history: [home, { name: 'Security', data: undefined }],
  })
  latchkey.email.openSecurity = vi.fn(async () => {
    throw new LatchkeyError('request_aborted')
  })
  renew(latchkey)
  await userEvent.click(await inModal('.btn[data-kind=primary]'))
  expect(latchkey.email.openSecurity).toHaveBeenCalledTimes(1)
  expect(latchkey.stores.modal.getState().toast).toBeUndefined()
  latchkey.email.openSecurity = async () => {
    throw new LatchkeyError('frame_failed')
  }
  renew(latchkey)
  await userEvent.click(await inModal('.btn[data-kind=primary]'))
  await vi.waitFor(() =>
    expect(latchkey.stores.modal.getState().toast).toMatchObject({ message: 'Unable to load email login dependency' }),
  )
})

import { LatchkeyError } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { FixtureLatchkey } from '../../../gallery/createFixtureLatchkey.ts'
import { embedded, embeddedAccount, me, nameOf, signedIn, withWallet } from '../../../gallery/fixtures.ts'
import { findScene } from '../../../test/findScene.ts'
import { inModal, modalRoot } from '../../../test/modalRoot.ts'
import { renderScene } from '../../../test/renderScene.tsx'

const zone = 'latchkey.eth'
const whole = (label: string) => `${label}.${zone}`
const view = ({ stores }: FixtureLatchkey) => stores.modal.getState().history.at(-1)
const field = () => inModal<HTMLInputElement>('.names-field input')
const stateText = async () => (await inModal('.names-state')).textContent
const submit = () => inModal<HTMLButtonElement>('.btn[type=submit]')
const rows = async () => [...(await modalRoot()).querySelectorAll('.names-others .row')] as HTMLElement[]

/** Renders the empty form. */
async function renderForm() {
  await page.viewport(1280, 900)
  const latchkey = await renderScene(findScene('name-register'))
  const suggest = vi.fn(latchkey.names.suggest)
  latchkey.names.suggest = suggest
  return { latchkey, suggest, input: await field() }
}

/** Makes `suggest` report these labels as taken. */
const taken =
  (labels: readonly string[], others: readonly string[] = []) =>
  async ({ name }: { name: string }) => [
    { name: whole(name), registered: labels.includes(name) },
    ...others.map((label) => ({ name: whole(label), registered: false })),
  ]

test('default: a name is typed, registered, and shown ready to share', async () => {
  const { latchkey, suggest, input } = await renderForm()
  let finish: (() => void) | undefined
  const register = vi.fn(
    ({ name }: { name: string }) =>
      new Promise<ReturnType<typeof nameOf>>((resolve) => {
        finish = () => resolve(nameOf(name))
      }),
  )
  latchkey.names.register = register
  await userEvent.type(input, 'Alice')
  expect(input.value).toBe('alice')
  await vi.waitFor(async () => expect(await stateText()).toBe('alice.latchkey.eth is available.'))
  // One request, after typing has paused.
  expect(suggest.mock.calls).toEqual([[{ name: 'alice' }]])
  expect((await submit()).textContent).toBe('Register alice.latchkey.eth')
  await userEvent.keyboard('{Enter}')
  await vi.waitFor(async () => expect((await submit()).textContent).toBe('Confirm in your wallet'))
  // No second request, and the field does not change during the registration.
  await userEvent.keyboard('{Enter}x')
  expect(input.value).toBe('alice')
  expect(register.mock.calls).toEqual([[{ name: whole('alice') }]])
  finish?.()
  await vi.waitFor(() =>
    expect(view(latchkey)).toEqual({ name: 'RegisterAccountNameSuccess', data: { name: whole('alice') } }),
  )
  await vi.waitFor(async () => expect((await inModal('.hero-title')).textContent).toBe(whole('alice')))
  await userEvent.click(page.getByRole('button', { name: 'Done' }))
  expect(view(latchkey)?.name).toBe('Account')
})

test('behavior: another view shows behind the wallet’s card, and the registration continues', async () => {
  const { latchkey, input } = await renderForm()
  let finish: (() => void) | undefined
  latchkey.names.register = ({ name }) =>
    new Promise((resolve) => {
      finish = () => resolve(nameOf(name))
    })
  await userEvent.type(input, 'alice')
  await vi.waitFor(async () => expect(await stateText()).toContain('is available'))
  await userEvent.keyboard('{Enter}')
  latchkey.modal.push('ApproveTransaction')
  await vi.waitFor(async () => expect((await modalRoot()).querySelector('.names-field')).toBeNull())
  latchkey.modal.goBack()
  await vi.waitFor(async () => expect((await submit()).textContent).toBe('Confirm in your wallet'))
  expect((await field()).value).toBe('alice')
  finish?.()
  await vi.waitFor(() => expect(view(latchkey)?.name).toBe('RegisterAccountNameSuccess'))
})

test('behavior: a pasted name loses the zone, full-width letters become plain, and the caret stays', async () => {
  const { input } = await renderForm()
  await userEvent.fill(input, ' Alice.Latchkey.ETH')
  await vi.waitFor(() => expect(input.value).toBe('alice'))
  await userEvent.fill(input, 'ａｄａ１')
  await vi.waitFor(() => expect(input.value).toBe('ada1'))
  await userEvent.fill(input, 'adam')
  input.setSelectionRange(1, 1)
  await userEvent.keyboard('X')
  expect(input.value).toBe('axdam')
  expect(input.selectionStart).toBe(2)
})

test('behavior: text in composition stays unchanged until it is complete', async () => {
  const { input, suggest } = await renderForm()
  const compose = (value: string, type = 'insertCompositionText') => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value)
    input.dispatchEvent(new InputEvent('input', { bubbles: true, isComposing: true, inputType: type }))
  }
  input.focus()
  input.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }))
  compose('Ali')
  compose('Alice')
  expect(input.value).toBe('Alice')
  // The search already uses the normalized text.
  await vi.waitFor(async () => expect(await stateText()).toBe('alice.latchkey.eth is available.'))
  input.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true, data: 'Alice' }))
  await vi.waitFor(() => expect(input.value).toBe('alice'))
  expect(suggest).toHaveBeenCalledExactlyOnceWith({ name: 'alice' })
})

test('error: an invalid name shows its problem, and sends no request', async () => {
  const { input, suggest } = await renderForm()
  const cases = [
    ['al', 'Use at least 4 characters.'],
    ['a'.repeat(65), 'Too long. At most 64 characters.'],
    ['al_ice', 'Only letters from a to z, digits and hyphens.'],
    ['-alice', 'No hyphen first or last, and none third and fourth together.'],
    ['', 'At least 4 letters, digits or hyphens.'],
  ] as const
  for (const [text, sentence] of cases) {
    await userEvent.fill(input, text)
    await vi.waitFor(async () => expect(await stateText()).toBe(sentence))
    expect(input.getAttribute('aria-describedby')?.split(' ')).toContain((await inModal('.names-state')).id)
  }
  ;(await submit()).click()
  await vi.waitFor(async () => expect((await modalRoot()).activeElement).toBe(input))
  expect(suggest).not.toHaveBeenCalled()
})

test('behavior: a taken name offers others, and the keyboard chooses one', async () => {
  const { latchkey, input } = await renderForm()
  latchkey.names.suggest = taken(['alice'], ['alice1', 'the-alice'])
  await userEvent.type(input, 'alice')
  await vi.waitFor(async () => expect(await stateText()).toBe('alice.latchkey.eth is not available.'))
  expect((await rows()).map(({ textContent }) => textContent)).toEqual([whole('alice1'), whole('the-alice')])
  ;(await rows())[0]?.focus()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await vi.waitFor(async () => expect(await stateText()).toBe('the-alice.latchkey.eth is available.'))
  expect(input.value).toBe('the-alice')
  expect((await modalRoot()).activeElement).toBe(await submit())
})

test('behavior: Enter before the answer waits for it', async () => {
  const { latchkey, input } = await renderForm()
  const register = vi.fn(latchkey.names.register)
  latchkey.names.register = register
  await userEvent.type(input, 'alice{Enter}')
  await vi.waitFor(() => expect(register).toHaveBeenCalledExactlyOnceWith({ name: whole('alice') }))
})

test('behavior: an answer to an older text changes nothing', async () => {
  const { latchkey, input } = await renderForm()
  const answers = new Map<string, () => void>()
  const suggest = vi.fn(
    ({ name }: { name: string }) =>
      new Promise<{ name: string; registered: boolean }[]>((resolve) => {
        answers.set(name, () => resolve([{ name: whole(name), registered: name === 'alice' }]))
      }),
  )
  latchkey.names.suggest = suggest
  await userEvent.type(input, 'alice')
  await vi.waitFor(() => expect(answers.has('alice')).toBe(true))
  await userEvent.type(input, 's')
  await vi.waitFor(() => expect(answers.has('alices')).toBe(true))
  answers.get('alices')?.()
  await vi.waitFor(async () => expect(await stateText()).toBe('alices.latchkey.eth is available.'))
  answers.get('alice')?.()
  await Promise.resolve()
  expect(await stateText()).toBe('alices.latchkey.eth is available.')
})

test('error: a name that was taken meanwhile offers others', async () => {
  const { latchkey, input } = await renderForm()
  latchkey.names.register = async () => {
    latchkey.names.suggest = taken(['alice'], ['alice1'])
    throw new ServiceError('name_taken')
  }
  await userEvent.type(input, 'alice{Enter}')
  await vi.waitFor(async () =>
    expect((await inModal('.note[role=alert]')).textContent).toBe('This name is already taken'),
  )
  await vi.waitFor(async () => expect((await rows()).map(({ textContent }) => textContent)).toEqual([whole('alice1')]))
  expect(await stateText()).toBe('alice.latchkey.eth is not available.')
  ;(await rows())[0]?.click()
  await vi.waitFor(async () => expect(await stateText()).toBe('alice1.latchkey.eth is available.'))
  expect((await modalRoot()).querySelector('.note')).toBeNull()
})

test.each([
  { code: 'name_message_expired', sentence: 'The signature has expired. Sign again.', action: 'Sign again' },
  { code: 'name_message_used', sentence: 'This signature was already used. Sign again.', action: 'Sign again' },
  { code: 'name_register_failed', sentence: 'Error registering name', action: 'Try again' },
  {
    code: 'user_rejected',
    sentence: 'The request was declined in the wallet',
    action: 'Register alice.latchkey.eth',
  },
] as const)('error: $code: why, and the button asks again', async ({ code, sentence, action }) => {
  const { latchkey, input } = await renderForm()
  const register = vi.fn(async () => {
    throw code === 'user_rejected' ? new LatchkeyError(code) : new ServiceError(code)
  })
  latchkey.names.register = register
  await userEvent.type(input, 'alice{Enter}')
  await vi.waitFor(async () => expect((await inModal('.note[role=alert]')).textContent).toBe(sentence))
  await vi.waitFor(async () => expect((await submit()).textContent).toBe(action))
  ;(await submit()).click()
  await vi.waitFor(() => expect(register).toHaveBeenCalledTimes(2))
})

test('behavior: the page says that a signature is taken for a minute, and when that is over', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const { latchkey, input } = await renderForm()
  let decline = () => {}
  latchkey.names.register = () =>
    new Promise((_, reject) => {
      decline = () => reject(new LatchkeyError('user_rejected'))
    })
  const told = async () => (await modalRoot()).querySelector('[role=status].aside')?.textContent
  await userEvent.type(input, 'alice{Enter}')
  await vi.waitFor(async () => expect(await told()).toMatch(/^Sign within a minute\./))
  vi.setSystemTime(Date.now() + 60_000)
  const late = 'The minute is over. Decline on the card, then sign again.'
  await vi.waitFor(async () => expect(await told()).toBe(late), { timeout: 5_000 })
  decline()
  await vi.waitFor(async () => expect((await submit()).textContent).toBe('Register alice.latchkey.eth'))
})

test('error: offline: why, and a retry that works', async () => {
  const { latchkey, input } = await renderForm()
  const { suggest } = latchkey.names
  latchkey.names.suggest = async () => {
    throw new ServiceError('name_suggestions_failed')
  }
  await userEvent.type(input, 'alice')
  await vi.waitFor(async () => expect((await inModal('.note[role=alert]')).textContent).toContain('name suggestions'))
  latchkey.names.suggest = suggest
  await userEvent.click(page.getByRole('button', { name: 'Retry' }))
  await vi.waitFor(async () => expect(await stateText()).toContain('is available'))
})

test('error: an account that has a name sees it, and opens it', async () => {
  const latchkey = await renderScene(findScene('name-limit'))
  await vi.waitFor(async () =>
    expect((await inModal('.note[role=alert]')).textContent).toBe('You already have a name: ada.latchkey.eth.'),
  )
  await userEvent.click(page.getByRole('button', { name: 'Your name' }))
  expect(view(latchkey)?.name).toBe('ChooseAccountName')
  await vi.waitFor(async () => expect((await inModal('.names-name')).textContent).toBe('ada.latchkey.eth'))
  // The view was already in the history, and is not added again.
  expect(latchkey.stores.modal.getState().history.map(({ name }) => name)).toEqual(['Account', 'ChooseAccountName'])
})

test('error: a server without names says so, also when the form finds out during typing', async () => {
  const { latchkey, input } = await renderForm()
  latchkey.names.suggest = async () => {
    throw new ServiceError('names_unavailable')
  }
  await userEvent.type(input, 'alice')
  await vi.waitFor(async () => expect((await inModal('.hero-text')).textContent).toBe('Brass does not offer this.'))
})

test('behavior: a server that says so from the start shows the same view', async () => {
  const latchkey = await renderScene(findScene('name-register'))
  latchkey.stores.names.setState((state) => ({ ...state, zone: null }))
  await vi.waitFor(async () => expect((await inModal('.hero-text')).textContent).toBe('Brass does not offer this.'))
})

test('behavior: an unprotected wallet is protected first, and leaving that returns', async () => {
  const latchkey = await renderScene(findScene('name-protect'))
  latchkey.email.ensureProtected = vi.fn(async () => true)
  latchkey.stores.email.setState((state) => ({ ...state }))
  await userEvent.click(page.getByRole('button', { name: 'Protect this wallet' }))
  await vi.waitFor(async () => expect((await field()).value).toBe(''))
  expect(latchkey.email.ensureProtected).toHaveBeenCalledTimes(1)
})

test.each([
  { id: 'name-connect', button: 'Connect a wallet', leads: 'Connect' },
  { id: 'name-other-wallet', button: 'Sign in by email or social login', leads: 'Connect' },
  { id: 'name-other-family', button: 'Networks', leads: 'Networks' },
  { id: 'name-choose', button: 'Choose a name', leads: 'RegisterAccountName' },
  { id: 'name-choose-long', button: 'Choose another name', leads: 'RegisterAccountName' },
  { id: 'later-name', button: 'Back', leads: 'Account' },
])('behavior: $id leads on to $leads', async ({ id, button, leads }) => {
  const latchkey = await renderScene(findScene(id))
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: button }).last())
  expect(view(latchkey)?.name).toBe(leads)
})

test.each(['name-connect', 'name-other-wallet', 'name-other-family'])(
  'behavior: spec 6.6: %s: without an address of the embedded wallet no name is requested',
  async (id) => {
    await renderScene(findScene(id))
    expect((await inModal('.view')).querySelector('input')).toBeNull()
    expect(page.getByRole('button', { name: /^(Choose a name|Register)/ }).elements()).toEqual([])
  },
)

test('behavior: an account with the maximum number of names is offered no other', async () => {
  const latchkey = await renderScene(findScene('name-choose-own'))
  const another = page.getByRole('button', { name: 'Choose another name' })
  await expect.element(page.getByRole('button', { name: 'Copy name' })).toBeVisible()
  await expect.element(another).not.toBeInTheDocument()
  latchkey.stores.names.setState((state) => ({ ...state, perAccount: 2 }))
  await expect.element(another).toBeVisible()
})

test('behavior: an embedded wallet that is connected beside another becomes active', async () => {
  const latchkey = await renderScene(findScene('name-use-wallet'))
  latchkey.connection.select = vi.fn()
  latchkey.stores.connection.setState((state) => ({ ...state, connections: [...state.connections] }))
  await userEvent.click(page.getByRole('button', { name: 'Use Brass Wallet' }))
  expect(latchkey.connection.select).toHaveBeenCalledWith({ connectorId: embeddedAccount.connector.id })
})

test('error: names that cannot be read are read again', async () => {
  const latchkey = await renderScene(findScene('name-choose-failed'))
  latchkey.names.list = async () => [nameOf(whole('alice'))]
  await userEvent.click(page.getByRole('button', { name: 'Retry' }))
  await vi.waitFor(async () => expect((await inModal('.names-name')).textContent).toBe(whole('alice')))
})

test('behavior: the account leads to a name only if one can be registered', async () => {
  const without = await renderScene(findScene('name-account-without'))
  await userEvent.click(page.getByRole('button', { name: 'Choose a name' }))
  expect(view(without)?.name).toBe('ChooseAccountName')
  without.modal.goBack()
  without.stores.names.setState((state) => ({ ...state, zone: null }))
  await vi.waitFor(async () => expect((await modalRoot()).querySelector('.account-choose')).toBeNull())
})

test('behavior: money is confirmed with a name and the whole address, never with a name alone', async () => {
  await renderScene(findScene('name-preview'))
  const ends = [...(await inModal('.route')).querySelectorAll('.route-end')]
  expect(ends.map((end) => end.querySelector('.receiver-title')?.textContent)).toEqual([whole('alice'), whole('fern')])
  for (const end of ends) expect(end.querySelector('.address')?.textContent).toMatch(/^0x[0-9a-fA-F]{40}$/)
})

test('behavior: the button of the page shows the name, and a generated picture if there is none', async () => {
  const scene = findScene('name-account')
  const latchkey = await renderScene({ ...scene, history: [] })
  const button = await vi.waitFor(() => {
    const found = [...document.querySelectorAll('latchkey-button')]
      .flatMap(({ shadowRoot }) => shadowRoot?.querySelector<HTMLButtonElement>('.button[data-kind=chip]') ?? [])
      .find((one) => one.textContent?.includes(zone))
    if (found === undefined) throw new Error('The button does not say the name')
    return found
  })
  expect(button.getAttribute('aria-label')).toBe('Account alice.latchkey.eth')
  expect(button.querySelector('img')).not.toBeNull()
  latchkey.stores.names.setState((state) => ({
    ...state,
    identities: { [me.toLowerCase()]: { name: whole('alice'), image: 'data:image/png;base64,AA==' } },
  }))
  await vi.waitFor(() => expect(button.querySelector('svg.identicon')).not.toBeNull())
  latchkey.stores.names.setState((state) => ({ ...state, identities: {} }))
  await vi.waitFor(() => expect(button.textContent).toContain('0x7099…79C8'))
})

test('behavior: another account of the wallet starts again', async () => {
  const latchkey = await renderScene({
    id: 'test',
    world: {
      config: withWallet,
      connection: embedded,
      email: { ...signedIn, isProtected: true },
      names: { zone },
    },
    history: [{ name: 'ChooseAccountName', data: undefined }],
  })
  const other = `0x${'1'.repeat(40)}`
  const list = vi.fn(latchkey.names.list)
  latchkey.names.list = list
  latchkey.stores.connection.setState((state) =>
    state.status === 'connected' ? { ...state, account: { ...state.account, address: other } } : state,
  )
  // Of the active account, and of the wallet's other account.
  await vi.waitFor(() => expect(list.mock.calls).toEqual([[{ address: other }], [{ address: me }]]))
})

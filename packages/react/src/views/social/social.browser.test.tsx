import type { SocialProvider, SocialState, ViewEntry } from '@latchkey/core'
import { ServiceError } from '@latchkey/protocol/errors'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { FixtureLatchkey, FixtureWorld } from '../../../gallery/createFixtureLatchkey.ts'
import { connected, embedded, galleryNow, walletUser, withWallet } from '../../../gallery/fixtures.ts'
import { createTestKit } from '../../../test/createTestKit.ts'
import { deepFocus, inModal, modalRoot } from '../../../test/modalRoot.ts'
import { renderApp } from '../../../test/renderApp.tsx'
import { renderScene } from '../../../test/renderScene.tsx'
import { LatchkeyProvider } from '../../exports/index.ts'

const connect = { name: 'Connect', data: undefined } as const
const every: readonly SocialProvider[] = ['google', 'apple', 'x', 'discord', 'github', 'facebook', 'farcaster']
const channel = { url: 'https://farcaster.example/~/siwf?channelToken=1', expiresAt: galleryNow + 240_000 }

/** Renders a view with the embedded wallet, and spies on its logins. */
async function render(history: readonly ViewEntry[], social: Partial<SocialState> = {}, world: FixtureWorld = {}) {
  await page.viewport(1280, 900)
  const latchkey = await renderScene({
    id: 'test',
    world: { config: withWallet, ...world, social: { providers: every, ...social } },
    history,
  })
  const start = vi.fn(() => new Promise<never>(() => undefined))
  const startRedirect = vi.fn(() => new Promise<never>(() => undefined))
  Object.assign(latchkey.social, { start, startRedirect })
  // The views keep the methods of the state that they rendered with.
  set(latchkey, {})
  return { latchkey, start, startRedirect }
}
const set = ({ stores }: FixtureLatchkey, state: Partial<SocialState>) =>
  stores.social.setState((before) => ({ ...before, ...state }))
const views = ({ stores }: FixtureLatchkey) => stores.modal.getState().history.map(({ name }) => name)
const renderSocial = (state: Partial<SocialState>, world?: FixtureWorld) =>
  render([connect, { name: 'ConnectingSocial', data: { provider: 'google' } }], { provider: 'google', ...state }, world)
const buttons = async () => {
  const root = await modalRoot()
  return [...root.querySelectorAll('.view .btn')].map(({ textContent }) => textContent)
}
const press = async (name: string) => {
  const root = await modalRoot()
  const button = await vi.waitFor(() => {
    const found = [...root.querySelectorAll<HTMLElement>('.view .btn')].find(({ textContent }) => textContent === name)
    if (!found) throw new Error(`No button ${name}`)
    return found
  })
  await userEvent.click(button)
}
const textOf = async (selector: string) => (await inModal(selector)).textContent
const failed = (code: 'popup_blocked' | 'social_denied' | 'social_unavailable') => {
  const { message } = new ServiceError(code)
  return { status: 'failed', failure: { code, message, retryAfter: undefined } } as const
}

test('default: a click on a mark requests the window synchronously, and the view waits', async () => {
  const { latchkey, start } = await render([connect])
  latchkey.email.prepare = vi.fn()
  const google = await inModal('[data-key=social-google]')
  expect(google.ariaLabel).toBe('Continue with Google')
  await userEvent.hover(google)
  expect(latchkey.email.prepare).toHaveBeenCalled()
  let wasStarted = false
  latchkey.stores.modal.subscribe(() => {
    wasStarted = start.mock.calls.length > 0
  })
  await userEvent.click(google)
  expect(start).toHaveBeenCalledExactlyOnceWith({ provider: 'google' })
  // A browser opens windows only within the click, so the request must come before any view change.
  expect(wasStarted).toBe(true)
  expect(views(latchkey)).toStrictEqual(['Connect', 'ConnectingSocial'])
})

test('behavior: of seven, five show; "More" shows the rest and passes the focus on; every target is large', async () => {
  await render([connect])
  const root = await modalRoot()
  const keys = () => [...root.querySelectorAll<HTMLElement>('.social')].map(({ dataset }) => dataset.key)
  expect(keys()).toStrictEqual([
    ...['google', 'apple', 'x', 'discord', 'github'].map((name) => `social-${name}`),
    'social-more',
  ])
  await userEvent.click(await inModal('[data-key=social-more]'))
  await vi.waitFor(() => expect(keys()).toStrictEqual(every.map((name) => `social-${name}`)))
  expect((deepFocus() as HTMLElement).dataset.key).toBe('social-facebook')
  for (const button of root.querySelectorAll('.social')) {
    const { width, height } = button.getBoundingClientRect()
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
  }
})

test('behavior: the row keeps its height while the providers load, and is removed if there are none', async () => {
  const { latchkey } = await render([connect], { providers: undefined })
  const height = (await inModal('.socials-blank')).getBoundingClientRect().height
  set(latchkey, { providers: ['google', 'apple'] })
  const row = await inModal('.socials')
  expect(row.getBoundingClientRect().height).toBe(height)
  expect(row.textContent).toBe('GoogleApple')
  set(latchkey, { providers: ['google'] })
  await vi.waitFor(() => expect(row.textContent).toBe('Continue with Google'))
  set(latchkey, { providers: [] })
  await vi.waitFor(async () => expect((await modalRoot()).querySelector('.socials, .socials-blank')).toBeNull())
})

test('behavior: a missing consent is asked first, also in the view of another family in which the wallet has accounts', async () => {
  const world = { config: { ...withWallet, legalConsent: true, termsUrl: 'https://brass.example/terms' } }
  const { latchkey, start } = await render([connect], {}, world)
  await userEvent.click(await inModal('[data-key=social-google]'))
  await inModal('.consent[data-missing]')
  expect(start).not.toHaveBeenCalled()
  expect(views(latchkey)).toStrictEqual(['Connect'])
  latchkey.modal.reset('Connect', { namespace: 'solana' })
  await inModal('[data-key=social-google]')
})

test('behavior: Farcaster has its own view', async () => {
  const { latchkey, start } = await render([connect], { providers: ['farcaster'] })
  await userEvent.click(await inModal('[data-key=social-farcaster]'))
  expect(start).toHaveBeenCalledWith({ provider: 'farcaster' })
  expect(views(latchkey)).toStrictEqual(['Connect', 'ConnectingFarcaster'])
})

test('behavior: each state of the wait has its text, and a window that may be closed can be opened again', async () => {
  const { latchkey, start } = await renderSocial({ status: 'opening' })
  expect(await textOf('.hero-title')).toBe('Opening Google')
  const says = async (state: Partial<SocialState>, title: string) => {
    set(latchkey, state)
    await vi.waitFor(async () => expect(await textOf('.hero-title')).toBe(title))
  }
  set(latchkey, { window: 'none' })
  await vi.waitFor(async () => expect(await textOf('.hero-text')).toBe('You sign in there, and come back here.'))
  await says({ status: 'waiting', window: undefined }, 'Continue with Google')
  expect(await buttons()).toStrictEqual(['Cancel'])
  await says({ window: 'detached' }, 'Enter the number in the window')
  await says({ window: 'gone' }, 'Is the window gone?')
  await press('Open it again')
  expect(start).toHaveBeenCalledExactlyOnceWith({ provider: 'google' })
  await says({ status: 'connecting', window: undefined }, 'Opening your wallet')
  expect(await buttons()).toStrictEqual([])
})

test('error: a blocked window can be opened again, or the login continues in this tab if the page allows it', async () => {
  const { latchkey, start, startRedirect } = await renderSocial({ ...failed('popup_blocked'), canRedirect: true })
  await press('Open it again')
  expect(start).toHaveBeenCalledTimes(1)
  await press('Continue in this tab')
  expect(startRedirect).toHaveBeenCalledExactlyOnceWith({ provider: 'google' })
  set(latchkey, { canRedirect: false })
  await vi.waitFor(async () => expect(await buttons()).toStrictEqual(['Open it again', 'Sign in another way']))
})

test('error: a failure shows its text and a retry, unless a retry cannot help', async () => {
  const { latchkey, start } = await renderSocial(failed('social_denied'))
  expect(await textOf('.hero-text')).toBe('The login was canceled at Google.')
  await press('Try again')
  expect(start).toHaveBeenCalledTimes(1)
  set(latchkey, failed('social_unavailable'))
  await vi.waitFor(async () => expect(await buttons()).toStrictEqual(['Sign in another way']))
  await press('Sign in another way')
  await vi.waitFor(() => expect(views(latchkey)).toStrictEqual(['Connect']))
})

test('behavior: the view closes after the visitor gives up on the wallet’s card', async () => {
  const { latchkey } = await renderSocial({ status: 'waiting' })
  set(latchkey, { status: 'idle' })
  await vi.waitFor(() => expect(views(latchkey)).toStrictEqual(['Connect']))
})

test('behavior: opened by name it waits for a click, because no window opens without one', async () => {
  const { latchkey, start } = await render([{ name: 'ConnectingSocial', data: { provider: 'google' } }])
  await press('Continue with Google')
  expect(start).toHaveBeenCalledTimes(1)
  await press('Cancel')
  await vi.waitFor(() => expect(views(latchkey)).toStrictEqual(['Connect']))
})

test('behavior: Farcaster on a computer shows a code, and announces a new one', async () => {
  const { latchkey } = await render([connect, { name: 'ConnectingFarcaster', data: undefined }], {
    status: 'waiting',
    provider: 'farcaster',
    channel,
  })
  await inModal('.qr svg[role=img][aria-label="QR code for the Farcaster app"]')
  const announced = await inModal('.pairing-time [role=status]')
  expect(announced.textContent).toBe('')
  set(latchkey, { channel: { ...channel, url: `${channel.url}2` } })
  await vi.waitFor(() => expect(announced.textContent).toBe('Here is a new code.'))
  set(latchkey, { status: 'connecting', userName: 'ada' })
  await vi.waitFor(async () => expect(await textOf('.hero-text')).toBe('You are logged in as ada.'))
})

test('behavior: Farcaster on a phone: a link to the app, before and after', async () => {
  await render(
    [connect, { name: 'ConnectingFarcaster', data: undefined }],
    { status: 'waiting', provider: 'farcaster', channel },
    { mobile: true },
  )
  const link = await inModal<HTMLAnchorElement>('a[data-key=open]')
  expect([link.href, link.rel, link.textContent]).toStrictEqual([channel.url, 'noopener noreferrer', 'Open Farcaster'])
  link.addEventListener('click', (event) => event.preventDefault())
  await userEvent.click(link)
  await vi.waitFor(() => expect(link.textContent).toBe('Open Farcaster again'))
})

test('behavior: Farcaster opened by name starts once, without a click', async () => {
  const { latchkey, start } = await render([connect])
  latchkey.modal.push('ConnectingFarcaster')
  await vi.waitFor(() => expect(start).toHaveBeenCalledWith({ provider: 'farcaster' }))
  set(latchkey, { provider: 'farcaster', ...failed('social_denied') })
  await press('Try again')
  expect(start).toHaveBeenCalledTimes(2)
})

test('behavior: an account without an email address shows its login provider', async () => {
  const { latchkey } = await render(
    [{ name: 'Account', data: undefined }],
    {},
    {
      connection: embedded,
      email: { user: { ...walletUser, email: null, socialProvider: 'github', userName: 'ada' }, isProtected: true },
    },
  )
  expect(await textOf('.account-wallet-name')).toBe('ada')
  const user = { ...walletUser, email: null, socialProvider: 'apple' as const }
  latchkey.stores.email.setState((state) => ({ ...state, user }))
  await vi.waitFor(async () => expect(await textOf('.account-wallet-name')).toBe('Apple'))
  latchkey.modal.push('AccountSettings')
  const row = await inModal('[data-key=signIn]')
  expect(row.textContent).toBe('You log in withApple')
  await userEvent.click(row)
  await vi.waitFor(() => expect(views(latchkey)).toStrictEqual(['Account', 'AccountSettings', 'Security']))
})

test('behavior: a wallet that is not the embedded one shows no provider', async () => {
  await render(
    [{ name: 'Account', data: undefined }],
    {},
    {
      connection: connected,
      email: { user: { ...walletUser, socialProvider: 'github' } },
    },
  )
  expect(await textOf('.account-wallet-name')).toBe('Harbor')
})

test.each([
  { name: 'ConnectingSocial', data: { provider: 'google' } },
  { name: 'ConnectingFarcaster', data: undefined },
] as const)(
  'behavior: $name leads to the other ways to connect on a site without such a login',
  async ({ name, data }) => {
    const latchkey = createTestKit()
    renderApp(
      <LatchkeyProvider latchkey={latchkey}>
        <p>Page</p>
      </LatchkeyProvider>,
    )
    void latchkey.modal.open({ view: name, data })
    await page.getByRole('button', { name: 'Sign in another way' }).click()
    await expect.element(page.getByRole('heading', { name: 'Connect a wallet' })).toBeVisible()
  },
)

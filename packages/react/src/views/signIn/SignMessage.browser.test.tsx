import type { Latchkey, LatchkeyConfig, Siwx } from '@latchkey/core'
import { createLocalSiwx } from '@latchkey/core/siwx'
import { LatchkeyError } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { announceWallet } from '../../../test/announceWallet.ts'
import { createTestKit } from '../../../test/createTestKit.ts'
import { inModal } from '../../../test/modalRoot.ts'
import { renderApp } from '../../../test/renderApp.tsx'
import { ConnectButton, LatchkeyProvider, useSignIn, useSignIns } from '../../exports/index.ts'

const signature = `0x${'1b'.repeat(65)}`
const rejected = () => Promise.reject(Object.assign(new Error('User rejected the request'), { code: 4001 }))
const storage = () => {
  const stored = new Map<string, string>()
  return {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  }
}

function Status() {
  const { isSignedIn, status } = useSignIn()
  const { signIns } = useSignIns()
  return (
    <output>
      {isSignedIn ? 'signed in' : status}, {signIns.length} sign-ins
    </output>
  )
}

function renderKit({
  personalSign,
  required = true,
  change = {},
}: {
  personalSign: () => unknown
  required?: boolean
  change?: Partial<Siwx>
}) {
  announceWallet({ name: 'Signer', methods: { personal_sign: personalSign } })
  const siwx = { ...createLocalSiwx({ required, storage: storage() }), ...change }
  const config: Partial<LatchkeyConfig> = { siwx }
  const latchkey: Latchkey = createTestKit(config)
  renderApp(
    <LatchkeyProvider latchkey={latchkey}>
      <ConnectButton />
      <Status />
    </LatchkeyProvider>,
  )
  return latchkey
}

async function connect() {
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await page.getByRole('button', { name: /Signer/ }).click()
  await expect.element(page.getByRole('heading', { name: 'Sign in to Brass' })).toBeVisible()
}

test('default', async () => {
  const personalSign = vi.fn(async () => signature)
  const latchkey = renderKit({ personalSign })
  await connect()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect.poll(() => latchkey.modal.getState().open).toBe(false)
  expect(personalSign).toHaveBeenCalledOnce()
  await expect.element(page.getByText('signed in, 1 sign-ins')).toBeVisible()
})

test('error: spec 2.20 and 8.6: a declined signature is shown and can be repeated, and neither Escape nor the close button skips it', async () => {
  let answer: () => unknown = rejected
  const latchkey = renderKit({ personalSign: () => answer() })
  await connect()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByText('Sign in first, or disconnect.')).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).click()
  expect(latchkey.modal.getState().open).toBe(true)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect.poll(async () => (await inModal('.note')).textContent).toBe('Signature declined')
  answer = async () => signature
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('signed in, 1 sign-ins')).toBeVisible()
})

test('behavior: required, the way out is to disconnect', async () => {
  const latchkey = renderKit({ personalSign: rejected })
  await connect()
  await page.getByRole('button', { name: 'Disconnect' }).click()
  await expect.element(page.getByRole('button', { name: 'Connect wallet' })).toBeVisible()
  expect(latchkey.connection.getState().connections).toEqual([])
})

test('behavior: optional, it can be left for later', async () => {
  const latchkey = renderKit({ personalSign: rejected, required: false })
  await connect()
  await page.getByRole('button', { name: 'Not now' }).click()
  await expect.poll(() => latchkey.modal.getState().open).toBe(false)
  expect(latchkey.connection.getState().status).toBe('connected')
  await expect.element(page.getByText('needed, 0 sign-ins')).toBeVisible()
})

test('behavior: signed in, the view says so and signs out', async () => {
  const latchkey = renderKit({ personalSign: async () => signature, required: false })
  await connect()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect.element(page.getByText('signed in, 1 sign-ins')).toBeVisible()
  void latchkey.modal.open({ view: 'SIWXSignMessage' })
  await expect.element(page.getByRole('heading', { name: 'You are signed in' })).toBeVisible()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect.element(page.getByRole('heading', { name: 'Sign in to Brass' })).toBeVisible()
  await expect.element(page.getByText('needed, 0 sign-ins')).toBeInTheDocument()
})

test('behavior: shows the same facts as the wallet: the site, the account, the network', async () => {
  const latchkey = renderKit({ personalSign: rejected })
  await connect()
  const details = (await inModal('.details')).textContent
  expect(details).toContain(location.host)
  expect(details).toContain(latchkey.networks.getState().active?.name)
  await expect.element(page.getByText(/It costs nothing and moves nothing/)).toBeVisible()
})

test("error: shows the server's own error, or that it is unreachable, and needs no second signature", async () => {
  const personalSign = vi.fn(async () => signature)
  let refuse: () => Error | undefined = () => new LatchkeyError('network_request_failed')
  const addSession = async () => {
    const error = refuse()
    if (error) throw error
  }
  renderKit({ personalSign, change: { addSession } })
  await connect()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect.element(page.getByText('Brass cannot be reached right now.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Disconnect' })).toBeEnabled()
  refuse = () => undefined
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => personalSign.mock.calls.length).toBe(1)
  await expect.element(page.getByText(/signed in/)).toBeVisible()
  expect(personalSign).toHaveBeenCalledOnce()
})

test('error: shows that a sign-in took too long', async () => {
  const addSession = () => Promise.reject(new ServiceError('siwx_nonce_expired'))
  renderKit({ personalSign: async () => signature, change: { addSession } })
  await connect()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect.poll(async () => (await inModal('.note')).textContent).toBe('This sign-in took too long. Start again.')
})

test('behavior: on demand, the view opens when the app asks, and not with the connection', async () => {
  const latchkey = renderKit({
    personalSign: async () => signature,
    required: false,
    change: { asksOnConnect: () => false },
  })
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await page.getByRole('button', { name: /Signer/ }).click()
  await expect.element(page.getByText('needed, 0 sign-ins')).toBeVisible()
  expect(latchkey.modal.getState().open).toBe(false)
  void latchkey.modal.open({ view: 'SIWXSignMessage' })
  await page.getByRole('button', { name: 'Not now' }).click()
  await expect.poll(() => latchkey.modal.getState().open).toBe(false)
  expect(latchkey.connection.getState().status).toBe('connected')
})

test('behavior: the view opens after a sign-in ends elsewhere, and closes after one begins there', async () => {
  let tell = () => {}
  const subscribe: Siwx['subscribe'] = (listener) => {
    tell = listener
    return () => {}
  }
  const latchkey = renderKit({ personalSign: async () => signature, change: { subscribe } })
  await connect()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect.element(page.getByText('signed in, 1 sign-ins')).toBeVisible()
  const [session] = await latchkey.signIn.getSessions()
  await latchkey.config.siwx?.setSessions([])
  tell()
  await expect.element(page.getByRole('heading', { name: 'Sign in to Brass' })).toBeVisible()
  await latchkey.config.siwx?.setSessions(session ? [session] : [])
  tell()
  await expect.poll(() => latchkey.modal.getState().open).toBe(false)
  await expect.element(page.getByText('signed in, 1 sign-ins')).toBeVisible()
})

test('error: shows a failed sign-out, and the visitor stays signed in', async () => {
  const revokeSession = () => Promise.reject(new LatchkeyError('network_request_failed'))
  const latchkey = renderKit({ personalSign: async () => signature, required: false, change: { revokeSession } })
  await connect()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect.element(page.getByText('signed in, 1 sign-ins')).toBeVisible()
  void latchkey.modal.open({ view: 'SIWXSignMessage' })
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect.element(page.getByText('Network request failed')).toBeVisible()
  await expect.element(page.getByText('signed in, 1 sign-ins')).toBeInTheDocument()
})

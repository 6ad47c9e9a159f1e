import type { Latchkey, LatchkeyConfig } from '@latchkey/core'
import { createLocalSiwx } from '@latchkey/core/siwx'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { announceWallet } from '../../../test/announceWallet.ts'
import { createTestKit } from '../../../test/createTestKit.ts'
import { inModal } from '../../../test/modalRoot.ts'
import { renderApp } from '../../../test/renderApp.tsx'
import { ConnectButton, LatchkeyProvider, useSessions, useSignIn } from '../../exports/index.ts'

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
  const { sessions } = useSessions()
  return (
    <output>
      {isSignedIn ? 'signed in' : status}, {sessions.length} sessions
    </output>
  )
}

function renderKit({ personalSign, required = true }: { personalSign: () => unknown; required?: boolean }) {
  announceWallet({ name: 'Signer', methods: { personal_sign: personalSign } })
  const config: Partial<LatchkeyConfig> = { siwx: createLocalSiwx({ required, storage: storage() }) }
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
  await expect.element(page.getByText('signed in, 1 sessions')).toBeVisible()
})

test('error: a declined signature is said and can be tried again; Escape and the cross do not lead past it', async () => {
  let answer: () => unknown = rejected
  const latchkey = renderKit({ personalSign: () => answer() })
  await connect()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByText('Sign in first, or disconnect.')).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).click()
  expect(latchkey.modal.getState().open).toBe(true)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect.poll(async () => (await inModal('.note')).textContent).toBe('Signature declined.')
  answer = async () => signature
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('signed in, 1 sessions')).toBeVisible()
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
  await expect.element(page.getByText('needed, 0 sessions')).toBeVisible()
})

test('behavior: signed in, the view says so and signs out', async () => {
  const latchkey = renderKit({ personalSign: async () => signature, required: false })
  await connect()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect.element(page.getByText('signed in, 1 sessions')).toBeVisible()
  void latchkey.modal.open({ view: 'SIWXSignMessage' })
  await expect.element(page.getByRole('heading', { name: 'You are signed in' })).toBeVisible()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect.element(page.getByRole('heading', { name: 'Sign in to Brass' })).toBeVisible()
  await expect.element(page.getByText('needed, 0 sessions')).toBeInTheDocument()
})

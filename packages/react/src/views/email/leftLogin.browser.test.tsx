import type { EmailState } from '@latchkey/core'
import { ServiceError } from '@latchkey/protocol/errors'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { withWallet } from '../../../gallery/fixtures.ts'
import { inModal, modalRoot } from '../../../test/modalRoot.ts'
import { renderScene } from '../../../test/renderScene.tsx'

const email = 'ada@brass.example'
const connect = { name: 'Connect', data: undefined } as const
const verify = { name: 'EmailVerifyOtp', data: undefined } as const

afterEach(() => vi.useRealTimers())

async function render(state: Partial<EmailState>, isFailed = false) {
  await page.viewport(1280, 900)
  const latchkey = await renderScene({
    id: 'test',
    world: { config: withWallet, email: { email, ...state } },
    history: isFailed ? [connect, verify] : [connect],
  })
  const method = vi.fn(latchkey.email.start)
  latchkey.email.start = method
  latchkey.email.enterCode = vi.fn(() => new Promise<never>(() => undefined))
  // The views keep the methods of the state that they rendered with.
  latchkey.stores.email.setState((before) => ({ ...before }))
  return { latchkey, start: method }
}
const button = () => inModal('button[type=submit]')
const textOf = async (selector: string) => (await modalRoot()).querySelector(selector)?.textContent

test('behavior: an open login continues with the code that was sent while the address is the same', async () => {
  const { latchkey, start } = await render({ left: { email, until: Date.now() + 60_000 } })
  const field = await inModal<HTMLInputElement>('input[type=email]')
  expect(field.value).toBe(email)
  await vi.waitFor(async () => expect((await button()).textContent).toBe('Enter the code we sent'))
  await userEvent.type(field, 'x')
  await vi.waitFor(async () => expect((await button()).textContent).toBe('Continue with email'))
  await userEvent.keyboard('{Backspace}')
  await vi.waitFor(async () => expect((await button()).textContent).toBe('Enter the code we sent'))
  start.mockImplementation(async () => 'VERIFY_OTP')
  latchkey.stores.email.setState((before) => ({ ...before, status: 'code', left: undefined }))
  await userEvent.keyboard('{Enter}')
  await vi.waitFor(() =>
    expect(latchkey.stores.modal.getState().history.map(({ name }) => name)).toStrictEqual([
      'Connect',
      'EmailVerifyOtp',
    ]),
  )
})

test('behavior: an expired code does not continue the login', async () => {
  await render({ left: { email, until: Date.now() - 1 } })
  expect((await button()).textContent).toBe('Continue with email')
})

test.each([
  ['the field', false, '.text-field-issue [aria-hidden]', '.text-field-issue .sr'],
  ['the step that failed', true, '.note span[aria-hidden]', '.note .sr'],
] as const)('behavior: spec 8.34: %s counts the wait down, read aloud once', async (_name, isFailed, shown, spoken) => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
  const failure = { code: 'code_expired', message: 'Too old', retryAfter: undefined } as const
  const { start } = await render(isFailed ? { status: 'failed', failure } : {}, isFailed)
  start.mockImplementation(async () => {
    throw new ServiceError('email_cooldown', { message: 'Please try again after 12 seconds', retryAfter: 12 })
  })
  await userEvent.click(isFailed ? await inModal('.btn[data-kind=primary]') : await button())
  await vi.waitFor(async () => expect(await textOf(shown)).toBe('Please try again after 12 seconds'))
  vi.advanceTimersByTime(5000)
  await vi.waitFor(async () => expect(await textOf(shown)).toBe('Please try again after 7 seconds'))
  expect(await textOf(spoken)).toBe('Please try again after 12 seconds')
  vi.advanceTimersByTime(7000)
  await vi.waitFor(async () => expect(await textOf(spoken)).toBeUndefined())
})

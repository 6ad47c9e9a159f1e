import { ServiceError } from '@latchkey/protocol/errors'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { createGalleryMeter } from '../../gallery/createGalleryMeter.ts'
import { renderWindowScene } from '../../gallery/renderWindowScene.tsx'
import { security } from '../../gallery/windowScenes.ts'
import { en } from '../messages/en.ts'
import type { WindowCalls } from './WindowCalls.ts'

let clear = () => {}
afterEach(() => {
  clear()
  vi.restoreAllMocks()
  document.body.innerHTML = ''
})

const attempt = {
  attemptId: '5c0f7d3e-8e0b-4f0f-9d5f-0d2f6a3b1c77',
  handshake: 'h'.repeat(43),
  number: '42',
  popupUrl: 'about:blank#attempt',
  expiresAt: '2026-11-20T14:15:00Z',
}
const button = (name: string) => page.getByRole('button', { name, exact: true })

/** The security window, with a frame that answers. */
async function show(calls: Partial<WindowCalls>) {
  const root = document.createElement('div')
  document.body.append(root)
  const loadMeter = () => createGalleryMeter()
  clear = renderWindowScene({ scene: { id: 'x', page: 'security', calls }, root, messages: en, loadMeter })
  await vi.waitFor(() => expect(root.textContent).toContain(en['identities.title']))
  return root
}

/** Replaces the opened window; `told` has its received messages. */
function openableWindow() {
  const frame = document.createElement('iframe')
  document.body.append(frame)
  const opened = frame.contentWindow as Window
  const told: unknown[] = []
  opened.addEventListener('message', ({ data }) => told.push(data))
  const open = vi.spyOn(window, 'open').mockReturnValue(opened)
  const say = (data: unknown, { source = opened, origin = window.origin } = {}) =>
    window.dispatchEvent(new MessageEvent('message', { data, source, origin }))
  return { open, told, say }
}

test('behavior: adds a login: opens inside the click, answers the window, and lists it when it is done', async () => {
  const { open, told, say } = openableWindow()
  let finish: (answer: Awaited<ReturnType<WindowCalls['finishSocial']>>) => void = () => {}
  const finishSocial = vi.fn<WindowCalls['finishSocial']>(
    () =>
      new Promise((resolve) => {
        finish = resolve
      }),
  )
  let identities = security.identities
  await show({
    security: async () => ({ ...security, identities }),
    startSocialLink: async () => attempt,
    finishSocial,
  })
  await button('Add Google').click()
  await button('Continue with Google').click()
  expect(open).toHaveBeenCalledWith(attempt.popupUrl, '', expect.stringContaining('popup'))
  // Threat 51: no other page gets an answer.
  say({ k: 'ew:popup-ready', attemptId: attempt.attemptId }, { origin: 'https://evil.example' })
  say({ k: 'ew:popup-ready', attemptId: attempt.attemptId }, { source: window })
  say({ k: 'ew:popup-ready', attemptId: 'another' })
  say({ k: 'ew:popup-ready', attemptId: attempt.attemptId })
  await vi.waitFor(() =>
    expect(told).toEqual([{ k: 'ew:popup-go', attemptId: attempt.attemptId, handshake: attempt.handshake }]),
  )
  // The window is disconnected: the number shows until the login ends.
  finish({ status: 'pending', isDetached: true })
  await vi.waitFor(() => expect(document.querySelector('.big-number')?.textContent).toContain('42'))
  expect(finishSocial).toHaveBeenLastCalledWith({ attemptId: attempt.attemptId, isDetached: true })
  identities = [...identities, { id: crypto.randomUUID(), kind: 'google', label: 'mira', addedAt: attempt.expiresAt }]
  finish({ status: 'done', freshUntil: null })
  await expect.element(page.getByText('You can now log in to this wallet with Google.')).toBeVisible()
  await vi.waitFor(() => expect(document.body.textContent).toContain('mira'))
})

test('error: a window that the browser did not open, and the login of another user', async () => {
  const open = vi.spyOn(window, 'open').mockReturnValue(null)
  const startSocialLink = vi.fn(async () => attempt)
  await show({
    startSocialLink,
    finishSocial: async () => {
      throw new ServiceError('identity_taken')
    },
  })
  await button('Add Google').click()
  await button('Continue with Google').click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('The browser blocked the window')
  expect(startSocialLink).toHaveBeenCalledOnce()
  open.mockRestore()
  openableWindow()
  await button('Continue with Google').click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('belongs to another account')
  // The next click starts its own attempt.
  expect(startSocialLink).toHaveBeenCalledTimes(2)
})

test('behavior: a login is removed after a second question, and the last one stays', async () => {
  const removeIdentity = vi.fn(async () => {})
  let identities = security.identities
  const root = await show({ security: async () => ({ ...security, identities }), removeIdentity })
  const section = [...root.querySelectorAll('section')].find((one) => one.textContent?.includes(en['identities.title']))
  const remove = () => [...(section?.querySelectorAll('button') ?? [])].filter((one) => one.textContent === 'Remove')
  expect(remove()).toHaveLength(2)
  remove()[1]?.click()
  await expect.element(page.getByText('Remove “GitHub”? You can no longer log in with it.')).toBeVisible()
  expect(removeIdentity).not.toHaveBeenCalled()
  identities = identities.slice(0, 1)
  remove().at(-1)?.click()
  await vi.waitFor(() => expect(section?.textContent).toContain(en['identities.only']))
  expect(removeIdentity).toHaveBeenCalledWith({ identityId: security.identities[1]?.id })
  expect(remove()).toHaveLength(0)
})

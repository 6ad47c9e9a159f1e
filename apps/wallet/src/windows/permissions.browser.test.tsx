import { ServiceError } from '@latchkey/protocol/errors'
import axe from 'axe-core'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { createGalleryMeter } from '../../gallery/createGalleryMeter.ts'
import { galleryNow } from '../../gallery/fixtures.ts'
import { appSessions } from '../../gallery/permissionFixtures.ts'
import { renderWindowScene } from '../../gallery/renderWindowScene.tsx'
import { en } from '../messages/en.ts'
import type { WindowCalls } from './WindowCalls.ts'

let clear = () => {}
beforeEach(() => vi.useFakeTimers({ now: galleryNow, toFake: ['Date'] }))
afterEach(() => {
  clear()
  vi.useRealTimers()
  document.body.innerHTML = ''
})

const button = (name: string) => page.getByRole('button', { name, exact: true })

/** The security window's section about apps, after the list has loaded. */
async function show(calls: Partial<WindowCalls>, until = 'sessions.text') {
  const root = document.createElement('div')
  document.body.append(root)
  const loadMeter = () => createGalleryMeter()
  clear = renderWindowScene({ scene: { id: 'x', page: 'security', calls }, root, messages: en, loadMeter })
  await vi.waitFor(() => expect(root.textContent).toContain(en[until as keyof typeof en]))
  return root
}

test('default: permissions of each app, the used amounts, and expired ones', async () => {
  const root = await show({ appSessions: async () => ({ sessions: appSessions, failed: [] }) })
  expect(root.textContent).toContain('2.5 USDC of 5 USDC used')
  expect(root.textContent).toContain(en['sessions.half'])
  expect(root.textContent).toContain(en['permission.unread'])
  // Three can be revoked; expired ones cannot.
  expect(button('Revoke').elements()).toHaveLength(3)
  const { violations } = await axe.run(root, {
    resultTypes: ['violations'],
    rules: { 'html-has-lang': { enabled: false } },
  })
  expect(violations).toEqual([])
})

test('behavior: revoking asks a second time, with its cost, and reloads the list', async () => {
  let sessions = appSessions.slice(1, 2)
  const endSession = vi.fn(async () => {
    sessions = []
  })
  const sessionEndPrice = vi.fn(async () => ({ sponsor: null, cost: '0.0001 ETH' }))
  const root = await show({
    ...{ endSession, sessionEndPrice },
    appSessions: async () => ({ sessions, failed: [] }),
  })
  await button('Revoke').click()
  await vi.waitFor(() => expect(root.textContent).toContain('Network cost: 0.0001 ETH at most'))
  expect(endSession).not.toHaveBeenCalled()
  await button(en['security.keep']).click()
  expect(endSession).not.toHaveBeenCalled()
  await button('Revoke').click()
  await vi.waitFor(() => expect(root.textContent).toContain('Revoke the permission of Lantern Paper?'))
  await button('Revoke').click()
  await vi.waitFor(() => expect(root.textContent).toContain(en['sessions.none']))
  const [{ pci, chainId, account } = { pci: '', chainId: '', account: '' }] = appSessions.slice(1)
  expect(endSession.mock.calls).toEqual([[{ pci, chainId, account }]])
})

test('error: a half-done revocation is shown', async () => {
  const root = await show({
    appSessions: async () => ({ sessions: appSessions.slice(1, 2), failed: [] }),
    endSession: async () => {
      throw new ServiceError('session_half_revoked')
    },
  })
  await button('Revoke').click()
  await vi.waitFor(() => expect(root.querySelector('[role=alert]')).not.toBeNull())
  await button('Revoke').click()
  await vi.waitFor(() => expect(root.textContent).toContain('The permission is only partly revoked'))
})

test('error: a list that fails to load, and networks that do not answer', async () => {
  let fails = true
  const root = await show(
    {
      appSessions: async () => {
        if (fails) throw new ServiceError('network_request_failed')
        return { sessions: [], failed: ['Local Two'] }
      },
    },
    'retry',
  )
  fails = false
  await button('Try again').click()
  await vi.waitFor(() => expect(root.textContent).toContain('Not all permissions could be read: Local Two'))
  expect(root.textContent).not.toContain(en['sessions.none'])
})

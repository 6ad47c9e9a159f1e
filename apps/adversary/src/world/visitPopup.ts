import { signInAt } from '@latchkey/devnet/identity'
import { type PopupGo, popupSignal } from '@latchkey/protocol'
import { createPopupCalls } from '../../../wallet/src/popup/createPopupCalls.ts'
import { createPopupLogin } from '../../../wallet/src/popup/createPopupLogin.ts'
import { readPopupTarget } from '../../../wallet/src/popup/readPopupFragment.ts'
import { createApi } from '../../../wallet/src/session/createApi.ts'
import type { Browser } from './openBrowser.ts'
import { hostOrigin, type World } from './startWorld.ts'

/**
 * Opens the wallet's window of a login with a provider in a browser, and goes with it as far as it leads.
 *
 * @param options.handshake what the page that opened it answers it with; null: it says nothing
 * @param options.person who is signed in at the provider in this browser; null: nobody
 * @returns how far it came: `done` is back from the provider
 */
export async function visitPopup({
  world,
  browser,
  popupUrl,
  handshake,
  openerOrigin = hostOrigin,
  person,
}: {
  world: World
  browser: Pick<Browser, 'fetch'>
  popupUrl: string
  handshake: string | null
  openerOrigin?: string
  person: string | null
}): Promise<'done' | 'refused' | 'failed' | 'stuck'> {
  const { hash } = new URL(popupUrl)
  const api = createApi({ baseUrl: popupUrl, fetch: browser.fetch as typeof fetch, dpop: undefined as never })
  const target = readPopupTarget(hash.slice(1))
  const listeners = new Set<(message: { source: unknown; origin: string; data: unknown }) => void>()
  const opener: Pick<Window, 'postMessage'> = {
    postMessage: () => {
      if (handshake === null || !target) return
      const data: PopupGo = { k: popupSignal.go, attemptId: target.attemptId, handshake }
      for (const listener of listeners) listener({ source: opener, origin: openerOrigin, data })
    },
  }
  let leaveFor: (url: string) => void = () => {}
  const left = new Promise<string>((resolve) => {
    leaveFor = resolve
  })
  const popup = createPopupLogin({
    target,
    opener,
    listen: (listener) => {
      listeners.add(listener as never)
      return () => listeners.delete(listener as never)
    },
    leave: leaveFor,
    calls: createPopupCalls({ api }),
    schedule: world.clock.schedule,
  })
  const ended = new Promise<'refused' | 'failed' | 'stuck'>((resolve) => {
    popup.state.subscribe(({ step }) => {
      if (step === 'refused' || step === 'failed') resolve(step)
      if (step === 'number' || step === 'channel') resolve('stuck')
    })
    if (handshake === null) setTimeout(() => resolve('stuck'), 20)
  })
  const way = await Promise.race([left, ended])
  popup.stop()
  if (way === 'refused' || way === 'failed' || way === 'stuck') return way
  // A provider that asks which account is meant waits for a click that no script can make.
  if (person === null) return 'stuck'
  const end = await signInAt({ authorizeUrl: way, person })
  if (end.kind !== 'redirect') return 'failed'
  const response = await browser.fetch(end.url)
  return response.status === 303 ? 'done' : 'failed'
}

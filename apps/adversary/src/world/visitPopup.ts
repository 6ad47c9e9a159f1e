import { signInAt } from '@latchkey/devnet/identity'
import { createApi } from '../../../wallet/src/login/createApi.ts'
import { createPopupCalls } from '../../../wallet/src/popup/createPopupCalls.ts'
import { createPopupLogin, type OwnPage } from '../../../wallet/src/popup/createPopupLogin.ts'
import { readPopupTarget } from '../../../wallet/src/popup/readPopupFragment.ts'
import type { Browser } from './openBrowser.ts'
import { type World, walletOrigin } from './startWorld.ts'

/** Outcome of a login window: `done` is back from the provider, `asking` waits for a click that never comes. */
export type PopupEnd = 'done' | 'asking' | 'refused' | 'failed' | 'stuck'

type Message = { source: unknown; origin: string; data: unknown }

/**
 * Opens the wallet's window of a provider login in a browser, from the page of the site that holds the frame, and follows it to its
 * end.
 *
 * @param options.clicks whether the person at the browser continues, in the window and at the provider
 * @param options.says messages that the site's page sends to the window; it cannot imitate another origin
 * @param options.person the user at the provider in this browser; null: none
 */
export async function visitPopup({
  world,
  browser,
  popupUrl,
  person,
  clicks,
  says,
  window = {},
}: {
  world: World
  browser: Pick<Browser, 'fetch' | 'tab'>
  popupUrl: string
  person: string | null
  clicks: boolean
  says?: { origin: string; data: unknown }
  /** The window that the frame opened itself. */
  window?: object
}): Promise<PopupEnd> {
  const api = createApi({ baseUrl: popupUrl, fetch: browser.fetch as typeof fetch, dpop: undefined as never })
  const listeners = new Set<(message: Message) => void>()
  const tell = (message: Message) => {
    for (const listener of listeners) listener(message)
  }
  // The window for the frame, and the frame for the window: both have the wallet's origin.
  const frame: OwnPage = {
    postMessage: (data: unknown) => browser.tab().deliver({ source: window, origin: walletOrigin, data, ports: [] }),
  }
  Object.assign(window, { postMessage: (data: unknown) => tell({ source: frame, origin: walletOrigin, data }) })
  let leaveFor: (url: string) => void = () => {}
  const left = new Promise<string>((resolve) => {
    leaveFor = resolve
  })
  const popup = createPopupLogin({
    target: readPopupTarget(new URL(popupUrl).hash.slice(1)),
    origin: walletOrigin,
    pages: [frame],
    listen: (listener) => {
      listeners.add(listener as never)
      return () => listeners.delete(listener as never)
    },
    leave: leaveFor,
    calls: createPopupCalls({ api }),
    schedule: world.clock.schedule,
  })
  const ended = new Promise<PopupEnd>((resolve) => {
    popup.state.subscribe((state) => {
      if (state.step === 'refused' || state.step === 'failed') resolve(state.step)
      if (state.step === 'channel') resolve('stuck')
      if (state.step !== 'asking' || state.busy) return
      if (clicks && !state.needsNumber && state.failure === null) popup.goOn()
      else resolve('asking')
    })
    if (says)
      for (const wait of [0, 5, 15])
        setTimeout(() => tell({ source: { postMessage: () => {} }, ...says }), wait).unref()
    // The frame vouches immediately or never.
    setTimeout(() => resolve('stuck'), clicks ? 5_000 : 60).unref()
  })
  const way = await Promise.race([left, ended])
  popup.stop()
  if (!way.startsWith('http')) return way as PopupEnd
  return signInAs({ browser, authorizeUrl: way, person, clicks })
}

/** Goes through the provider's page and back. A provider that must ask waits for a click. */
export async function signInAs({
  browser,
  authorizeUrl,
  person,
  clicks,
}: {
  browser: Pick<Browser, 'fetch'>
  authorizeUrl: string
  person: string | null
  clicks: boolean
}): Promise<PopupEnd> {
  let next = authorizeUrl
  for (let turn = 0; turn < 3; turn += 1) {
    if (person === null || (!clicks && /[?&](prompt|auth_type)=/.test(next))) return 'stuck'
    const end = await signInAt({ authorizeUrl: next, person })
    if (end.kind !== 'redirect') return 'failed'
    const response = await browser.fetch(end.url)
    const location = response.headers.get('location') ?? ''
    if (response.status !== 303) return 'failed'
    // Sent to the provider again, which must ask this time.
    if (!location.startsWith('http') || location.startsWith(walletOrigin)) return 'done'
    next = location
  }
  return 'failed'
}

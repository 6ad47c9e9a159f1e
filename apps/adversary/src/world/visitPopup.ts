import { signInAt } from '@latchkey/devnet/identity'
import { createPopupCalls } from '../../../wallet/src/popup/createPopupCalls.ts'
import { createPopupLogin, type OwnPage } from '../../../wallet/src/popup/createPopupLogin.ts'
import { readPopupTarget } from '../../../wallet/src/popup/readPopupFragment.ts'
import { createApi } from '../../../wallet/src/session/createApi.ts'
import type { Browser } from './openBrowser.ts'
import { type World, walletOrigin } from './startWorld.ts'

/** How far a window of a login came: `done` is back from the provider, `asking` waits for a click that nobody made. */
export type PopupEnd = 'done' | 'asking' | 'refused' | 'failed' | 'stuck'

type Message = { source: unknown; origin: string; data: unknown }

/**
 * Opens the wallet's window of a login with a provider in a browser, from the page of the site that holds the frame, and goes with it as far
 * as it leads.
 *
 * @param options.clicks whether the person in front of the browser goes on, in the window and at the provider
 * @param options.says what the page of the site sends to the window by itself; it cannot speak for another origin
 * @param options.person who is signed in at the provider in this browser; null: nobody
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
  /** As the frame knows it that opened it itself. */
  window?: object
}): Promise<PopupEnd> {
  const api = createApi({ baseUrl: popupUrl, fetch: browser.fetch as typeof fetch, dpop: undefined as never })
  const listeners = new Set<(message: Message) => void>()
  const tell = (message: Message) => {
    for (const listener of listeners) listener(message)
  }
  // The window as the frame sees it, and the frame as the window sees it: both are of the wallet's origin.
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
    // The frame vouches at once or never.
    setTimeout(() => resolve('stuck'), clicks ? 5_000 : 60).unref()
  })
  const way = await Promise.race([left, ended])
  popup.stop()
  if (!way.startsWith('http')) return way as PopupEnd
  return signInAs({ browser, authorizeUrl: way, person, clicks })
}

/** Goes through the provider's page and back. A provider that was told to ask waits for a click. */
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
    // Sent to the provider once more, which is to ask this time.
    if (!location.startsWith('http') || location.startsWith(walletOrigin)) return 'done'
    next = location
  }
  return 'failed'
}

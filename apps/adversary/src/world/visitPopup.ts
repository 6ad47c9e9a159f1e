import { signInAt } from '@latchkey/devnet/identity'
import { type PopupGo, popupSignal } from '@latchkey/protocol'
import { createPopupCalls } from '../../../wallet/src/popup/createPopupCalls.ts'
import { createPopupLogin } from '../../../wallet/src/popup/createPopupLogin.ts'
import { readPopupTarget } from '../../../wallet/src/popup/readPopupFragment.ts'
import { createApi } from '../../../wallet/src/session/createApi.ts'
import type { TestFrame } from '../../../wallet/src/testing/createTestFrame.ts'
import type { Browser } from './openBrowser.ts'
import { type World, walletOrigin } from './startWorld.ts'

/** Milliseconds of this machine in which a page that answers has answered. */
const patience = 50

/**
 * Opens the wallet's window of a login with a provider in a browser, and goes with it as far as it leads. Whoever sits there presses its button.
 *
 * @param options.tab the wallet's frame in the page that opened it; null: there is none
 * @param options.forged what a page answers that passes for the wallet, which nobody can but on their own computer
 * @param options.script what a script in that page answers, and from which origin
 * @param options.person who is signed in at the provider in this browser; null: nobody
 * @returns how far it came: `done` is back from the provider
 */
export async function visitPopup({
  world,
  browser,
  popupUrl,
  tab,
  forged,
  script,
  person,
}: {
  world: World
  browser: Pick<Browser, 'fetch'>
  popupUrl: string
  tab: Pick<TestFrame, 'deliver'> | null
  forged?: { handshake: string }
  script?: { handshake: string; origin: string }
  person: string | null
}): Promise<'done' | 'refused' | 'failed' | 'stuck'> {
  const { hash } = new URL(popupUrl)
  const api = createApi({ baseUrl: popupUrl, fetch: browser.fetch as typeof fetch, dpop: undefined as never })
  const target = readPopupTarget(hash.slice(1))
  const listeners = new Set<(message: { source: unknown; origin: string; data: unknown }) => void>()
  const say = (message: { source: unknown; origin: string; data: unknown }) => {
    for (const listener of listeners) listener(message)
  }
  const goOf = (handshake: string): PopupGo => ({
    k: popupSignal.go,
    attemptId: target?.attemptId ?? '',
    handshake,
  })
  const page: Pick<Window, 'postMessage'> = {
    postMessage: (data: unknown) => {
      const source = { postMessage: (answer: unknown) => say({ source: page, origin: walletOrigin, data: answer }) }
      if (forged) say({ source: page, origin: walletOrigin, data: goOf(forged.handshake) })
      else tab?.deliver({ source, origin: walletOrigin, data, ports: [] })
    },
  }
  let leaveFor: (url: string) => void = () => {}
  const left = new Promise<string>((resolve) => {
    leaveFor = resolve
  })
  let giveUp: (end: 'refused' | 'failed' | 'stuck') => void = () => {}
  const ended = new Promise<'refused' | 'failed' | 'stuck'>((resolve) => {
    giveUp = resolve
  })
  const popup = createPopupLogin({
    target,
    origin: walletOrigin,
    pages: tab || forged ? [page] : [],
    listen: (listener) => {
      listeners.add(listener as never)
      if (script) setTimeout(() => say({ source: {}, origin: script.origin, data: goOf(script.handshake) }))
      setTimeout(() => popup.state.getState().step === 'opening' && giveUp('stuck'), patience)
      return () => listeners.delete(listener as never)
    },
    leave: leaveFor,
    calls: createPopupCalls({ api }),
    schedule: world.clock.schedule,
  })
  const follow = () => {
    const state = popup.state.getState()
    if (state.step === 'refused' || state.step === 'failed') giveUp(state.step)
    if (state.step === 'channel') giveUp('stuck')
    if (state.step !== 'asking' || state.busy) return
    if (state.needsNumber || state.failure !== null) giveUp('stuck')
    else popup.goOn()
  }
  popup.state.subscribe(follow)
  follow()
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

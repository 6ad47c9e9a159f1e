import { type ErrorCode, type PopupGo, type PopupReady, popupSignal } from '@latchkey/protocol'
import { isRetryable } from '@latchkey/protocol/errors'
import type { CardFailure } from '../cards/Card.ts'
import { toCardFailure } from '../cards/toCardFailure.ts'
import type { Schedule } from '../device/Schedule.ts'
import { createStore, type Readable } from '../state/Store.ts'
import type { PopupAttempt, PopupCalls } from './PopupCalls.ts'
import type { PopupTarget } from './readPopupFragment.ts'

/**
 * Why nothing happens: the address names no attempt, or none that is open (`attempt`); the page that opened the window has no page of the
 * wallet in it (`opener`); no page of the wallet there knows of the attempt (`silent`).
 */
export type PopupRefusal = 'attempt' | 'opener' | 'silent'

/** Where the window stands. */
export type PopupState =
  /** Reading what the window is for, then waiting for the wallet's own page that began it. */
  | { step: 'opening'; attempt: PopupAttempt | null }
  /**
   * Says who will be signed in where, and waits for the visitor. `needsNumber`: nothing else shows that this is the browser that began, so
   * they type the number that the wallet shows there.
   */
  | { step: 'asking'; attempt: PopupAttempt; needsNumber: boolean; busy: boolean; failure: CardFailure | null }
  | { step: 'leaving'; attempt: PopupAttempt }
  /** Farcaster signs on a phone: the window shows its channel, and does not leave. */
  | { step: 'channel'; attempt: PopupAttempt; url: string }
  | { step: 'refused'; reason: PopupRefusal }
  /** `canRetry`: the same window may try once more. */
  | { step: 'failed'; failure: CardFailure; canRetry: boolean }

/** The window of a login with a provider, before it leaves for the provider. */
export type PopupLogin = {
  state: Readable<PopupState>
  /** The visitor goes on to the provider. Nothing else leads there. `number`: two digits, where they are asked for. */
  goOn: (number?: string) => void
  /** Tries once more what failed. */
  retry: () => void
  stop: () => void
}

/** A page of the wallet that may have begun the attempt. */
export type OwnPage = Pick<Window, 'postMessage'>

type WindowMessage = Pick<MessageEvent, 'source' | 'origin' | 'data'>

/** Refusals after which only a new attempt helps. */
const endings: readonly ErrorCode[] = ['social_refused', 'social_expired', 'social_denied', 'social_provider_failed']

/** Milliseconds in which the page that began answers, or that is said. */
const patience = 10_000

/**
 * Makes the {@link PopupLogin}. It goes on for the browser alone that began the attempt, and only when the visitor says so. That it is this
 * browser shows in one of three ways: a page of the wallet in the page that opened the window vouches for it; the cookie of the start came
 * along; or the visitor types the number that the wallet shows. What a page of a site says counts for nothing.
 *
 * @param options.origin the wallet's own
 * @param options.pages of the wallet, among the page that opened the window and its frames; null where there is no such page, or where a
 * policy cut it off
 * @param options.leave goes to the provider, in place of this page
 */
export function createPopupLogin({
  target,
  origin,
  pages,
  listen,
  leave,
  calls,
  schedule,
}: {
  target: PopupTarget | null
  origin: string
  pages: readonly OwnPage[] | null
  listen: (listener: (message: WindowMessage) => void) => () => void
  leave: (url: string) => void
  calls: PopupCalls
  schedule: Schedule
}): PopupLogin {
  const state = createStore<PopupState>({ step: 'opening', attempt: null })
  let stopWaiting = () => {}
  let retry = () => {}
  /** What shows that this is the browser that began; made known when the visitor goes on. */
  let proof: { handshake?: string; openerOrigin?: string } = {}

  const refuse = (reason: PopupRefusal) => {
    stopWaiting()
    state.setState({ step: 'refused', reason })
  }
  const fail = (error: unknown, again: () => void) => {
    const failure = toCardFailure(error)
    retry = again
    if (failure.code === 'attempt_unknown') refuse('attempt')
    else state.setState({ step: 'failed', failure, canRetry: isOpen(failure.code) })
  }
  const ask = (attempt: PopupAttempt, needsNumber: boolean) =>
    state.setState({ step: 'asking', attempt, needsNumber, busy: false, failure: null })

  const askPages = (attemptId: string, attempt: PopupAttempt, own: readonly OwnPage[]) => {
    const stopListening = listen(({ source, origin: from, data }) => {
      if (from !== origin || !own.some((page) => page === source)) return
      if (!isGo(data) || data.attemptId !== attemptId) return
      stopWaiting()
      proof = { handshake: data.handshake, openerOrigin: from }
      ask(attempt, false)
    })
    // An answer that comes late is still the wallet's.
    const stopTimer = schedule(() => state.setState({ step: 'refused', reason: 'silent' }), patience)
    stopWaiting = () => {
      stopListening()
      stopTimer()
    }
    const ready: PopupReady = { k: popupSignal.ready, attemptId }
    for (const page of own) page.postMessage(ready, origin)
  }

  const open = async ({ attemptId, handshake }: PopupTarget) => {
    const isDetached = pages === null && handshake === null
    const attempt = await calls.inspect({ attemptId, ...(isDetached ? { isDetached } : {}) })
    state.setState({ step: 'opening', attempt })
    if (attempt.mode === 'redirect') {
      if (handshake === null) return refuse('attempt')
      proof = { handshake }
      return ask(attempt, !attempt.isSameBrowser)
    }
    // A handshake in the address of a window that a page opens: somebody forwarded his own.
    if (handshake !== null) return refuse('attempt')
    if (pages === null) return ask(attempt, !attempt.isSameBrowser)
    if (pages.length === 0) return refuse('opener')
    askPages(attemptId, attempt, pages)
  }
  const start = (known: PopupTarget) => {
    state.setState({ step: 'opening', attempt: null })
    open(known).catch((error: unknown) => fail(error, () => start(known)))
  }

  const goOn = async ({ attemptId }: PopupTarget, number: string | undefined) => {
    const current = state.getState()
    if (current.step !== 'asking' || current.busy || (current.needsNumber && number === undefined)) return
    const { attempt, needsNumber } = current
    state.setState({ ...current, busy: true, failure: null })
    try {
      const { authorizeUrl } = await calls.begin({ attemptId, ...proof, ...(needsNumber ? { number } : {}) })
      if (attempt.provider === 'farcaster') return state.setState({ step: 'channel', attempt, url: authorizeUrl })
      state.setState({ step: 'leaving', attempt })
      leave(authorizeUrl)
    } catch (error) {
      const failure = toCardFailure(error)
      if (isOpen(failure.code)) state.setState({ ...current, busy: false, failure })
      else fail(error, () => {})
    }
  }

  if (target === null) refuse('attempt')
  else start(target)

  return {
    state,
    goOn: (number) => {
      if (target !== null) void goOn(target, number)
    },
    retry: () => retry(),
    stop: () => stopWaiting(),
  }
}

/** Whether the attempt may still come to something after the refusal. */
function isOpen(code: ErrorCode): boolean {
  return isRetryable(code) && !endings.includes(code)
}

function isGo(data: unknown): data is PopupGo {
  const { k, attemptId, handshake } = (data ?? {}) as Partial<Record<keyof PopupGo, unknown>>
  return k === popupSignal.go && typeof attemptId === 'string' && typeof handshake === 'string'
}

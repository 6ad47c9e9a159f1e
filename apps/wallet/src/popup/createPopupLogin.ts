import { type ErrorCode, type PopupGo, type PopupReady, popupSignal } from '@latchkey/protocol'
import { isRetryable } from '@latchkey/protocol/errors'
import type { CardFailure } from '../cards/Card.ts'
import { toCardFailure } from '../cards/toCardFailure.ts'
import type { Schedule } from '../device/Schedule.ts'
import { createStore, type Readable } from '../state/Store.ts'
import type { PopupAttempt, PopupCalls } from './PopupCalls.ts'
import type { PopupTarget } from './readPopupFragment.ts'

/**
 * Reason of a refusal. `attempt`: the URL names no open attempt. `opener`: the opener has no wallet page in it. `silent`: no wallet
 * page there knows the attempt.
 */
export type PopupRefusal = 'attempt' | 'opener' | 'silent'

/** State of the window. */
export type PopupState =
  /** Loads its purpose, then waits for the wallet page that started it. */
  | { step: 'opening'; attempt: PopupAttempt | null }
  /**
   * Shows the login's site and waits for the visitor. `needsNumber`: nothing else proves that this is the browser that started, so the
   * visitor enters the number that the wallet shows there.
   */
  | { step: 'asking'; attempt: PopupAttempt; needsNumber: boolean; busy: boolean; failure: CardFailure | null }
  | { step: 'leaving'; attempt: PopupAttempt }
  /** Farcaster signs on a phone: the window shows its channel, and does not leave. */
  | { step: 'channel'; attempt: PopupAttempt; url: string }
  | { step: 'refused'; reason: PopupRefusal }
  /** `canRetry`: the same window may try again. */
  | { step: 'failed'; failure: CardFailure; canRetry: boolean }

/** The window of a provider login, before it leaves for the provider. */
export type PopupLogin = {
  state: Readable<PopupState>
  /** The visitor continues to the provider. Nothing else leads there. `number`: two digits, if required. */
  goOn: (number?: string) => void
  /** Repeats the failed step. */
  retry: () => void
  stop: () => void
}

/** A wallet page that may have started the attempt. */
export type OwnPage = Pick<Window, 'postMessage'>

type WindowMessage = Pick<MessageEvent, 'source' | 'origin' | 'data'>

/** Refusals after which only a new attempt helps. */
const endings: readonly ErrorCode[] = ['social_refused', 'social_expired', 'social_denied', 'social_provider_failed']

/** Milliseconds after which a missing answer of the initiating page is reported. */
const patience = 10_000

/**
 * Creates the {@link PopupLogin}. It continues only in the browser that started the attempt, and only on the visitor's click. One of
 * three facts proves the browser:
 * - a wallet page in the opener vouches for it
 * - the cookie of the start was sent
 * - the visitor enters the number that the wallet shows
 *
 * Messages of a site's page never count.
 *
 * @param options.origin the wallet's own
 * @param options.pages the wallet pages among the opener and its frames; null without an opener, or if a policy disconnected it
 * @param options.leave goes to the provider, replacing this page
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
  /** Proof that this browser started the attempt; sent when the visitor continues. */
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
    // A late answer still comes from the wallet.
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
    // An opened window never has a handshake in its URL: someone forwarded theirs.
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

/** Whether the attempt can still succeed after the refusal. */
function isOpen(code: ErrorCode): boolean {
  return isRetryable(code) && !endings.includes(code)
}

function isGo(data: unknown): data is PopupGo {
  const { k, attemptId, handshake } = (data ?? {}) as Partial<Record<keyof PopupGo, unknown>>
  return k === popupSignal.go && typeof attemptId === 'string' && typeof handshake === 'string'
}

import { type ErrorCode, type PopupGo, type PopupReady, popupSignal } from '@latchkey/protocol'
import { errorCatalogue } from '@latchkey/protocol/errors'
import type { CardFailure } from '../cards/Card.ts'
import { toCardFailure } from '../cards/toCardFailure.ts'
import type { Schedule } from '../device/Schedule.ts'
import { createStore, type Readable } from '../state/Store.ts'
import type { PopupAttempt, PopupCalls } from './PopupCalls.ts'
import type { PopupTarget } from './readPopupFragment.ts'

/**
 * Why nothing happens: the address names no attempt, or none that is open (`attempt`); another site opened the window than the one
 * that asked (`opener`); the page that opened it does not answer (`silent`).
 */
export type PopupRefusal = 'attempt' | 'opener' | 'silent'

/** Where the window stands. */
export type PopupState =
  /** Reading what the window is for, then waiting for the page that opened it. */
  | { step: 'opening'; attempt: PopupAttempt | null }
  /** That page is out of reach: the number that the wallet shows there takes its place. */
  | { step: 'number'; attempt: PopupAttempt; busy: boolean; failure: CardFailure | null }
  | { step: 'leaving'; attempt: PopupAttempt }
  /** Farcaster signs on a phone: the window shows its channel, and does not leave. */
  | { step: 'channel'; attempt: PopupAttempt; url: string }
  | { step: 'refused'; reason: PopupRefusal }
  /** `canRetry`: the same window may try once more. */
  | { step: 'failed'; failure: CardFailure; canRetry: boolean }

/** The window of a login with a provider, before it leaves for the provider. */
export type PopupLogin = {
  state: Readable<PopupState>
  /** Two digits. */
  submitNumber: (number: string) => void
  /** Tries once more what failed. */
  retry: () => void
  stop: () => void
}

type Proof = { handshake: string; openerOrigin?: string } | { number: string }
type WindowMessage = Pick<MessageEvent, 'source' | 'origin' | 'data'>

/** Refusals after which only a new attempt helps. */
const endings: readonly ErrorCode[] = ['social_refused', 'social_expired', 'social_denied', 'social_provider_failed']

/** Milliseconds in which the page that opened the window answers, or that is said. */
const patience = 10_000

/**
 * Makes the {@link PopupLogin}. It goes on only for the page that began the attempt: that page answers from the very origin that the
 * server knows and brings the handshake, or, where the two were cut apart, shows the number. A forwarded link has neither.
 *
 * @param options.opener the page that opened the window; null where there is none, or where a policy cut it off
 * @param options.leave goes to the provider, in place of this page
 */
export function createPopupLogin({
  target,
  opener,
  listen,
  leave,
  calls,
  schedule,
}: {
  target: PopupTarget | null
  opener: Pick<Window, 'postMessage'> | null
  listen: (listener: (message: WindowMessage) => void) => () => void
  leave: (url: string) => void
  calls: PopupCalls
  schedule: Schedule
}): PopupLogin {
  const state = createStore<PopupState>({ step: 'opening', attempt: null })
  let stopWaiting = () => {}
  let retry = () => {}

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

  const begin = async (attemptId: string, attempt: PopupAttempt, proof: Proof) => {
    const { authorizeUrl } = await calls.begin({ attemptId, ...proof })
    if (attempt.provider === 'farcaster') return state.setState({ step: 'channel', attempt, url: authorizeUrl })
    state.setState({ step: 'leaving', attempt })
    leave(authorizeUrl)
  }
  const beginWithHandshake = (attemptId: string, attempt: PopupAttempt, proof: Proof) => {
    state.setState({ step: 'opening', attempt })
    begin(attemptId, attempt, proof).catch((error: unknown) =>
      fail(error, () => beginWithHandshake(attemptId, attempt, proof)),
    )
  }

  const askOpener = (attemptId: string, attempt: PopupAttempt, page: Pick<Window, 'postMessage'>) => {
    const stopListening = listen(({ source, origin, data }) => {
      if (source !== page || !isGo(data)) return
      // Whoever it is, it is not the page that began.
      if (origin !== attempt.openerOrigin) return refuse('opener')
      if (data.attemptId !== attemptId) return
      stopWaiting()
      beginWithHandshake(attemptId, attempt, { handshake: data.handshake, openerOrigin: origin })
    })
    // An answer that comes late is still the page's.
    const stopTimer = schedule(() => state.setState({ step: 'refused', reason: 'silent' }), patience)
    stopWaiting = () => {
      stopListening()
      stopTimer()
    }
    const ready: PopupReady = { k: popupSignal.ready, attemptId }
    page.postMessage(ready, attempt.openerOrigin)
  }

  const open = async ({ attemptId, handshake }: PopupTarget) => {
    const isDetached = opener === null && handshake === null
    const attempt = await calls.inspect({ attemptId, ...(isDetached ? { isDetached } : {}) })
    state.setState({ step: 'opening', attempt })
    if (attempt.mode === 'redirect') {
      if (handshake === null) return refuse('attempt')
      return beginWithHandshake(attemptId, attempt, { handshake })
    }
    // A handshake in the address of a window that a page opens: somebody forwarded his own.
    if (handshake !== null) return refuse('attempt')
    if (opener !== null) return askOpener(attemptId, attempt, opener)
    state.setState({ step: 'number', attempt, busy: false, failure: null })
  }
  const start = (known: PopupTarget) => {
    state.setState({ step: 'opening', attempt: null })
    open(known).catch((error: unknown) => fail(error, () => start(known)))
  }

  const submitNumber = async (known: PopupTarget, number: string) => {
    const current = state.getState()
    if (current.step !== 'number' || current.busy) return
    state.setState({ ...current, busy: true, failure: null })
    try {
      await begin(known.attemptId, current.attempt, { number })
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
    submitNumber: (number) => {
      if (target !== null) void submitNumber(target, number)
    },
    retry: () => retry(),
    stop: () => stopWaiting(),
  }
}

/** Whether the attempt may still come to something after the refusal. */
function isOpen(code: ErrorCode): boolean {
  return errorCatalogue[code].retryable && !endings.includes(code)
}

function isGo(data: unknown): data is PopupGo {
  const { k, attemptId, handshake } = (data ?? {}) as Partial<Record<keyof PopupGo, unknown>>
  return k === popupSignal.go && typeof attemptId === 'string' && typeof handshake === 'string'
}

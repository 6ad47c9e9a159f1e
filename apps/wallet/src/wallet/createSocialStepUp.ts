import { ServiceError } from '@latchkey/protocol/errors'
import { finishSocialConfirmation, startSocialStepUp } from '@latchkey/protocol/wallet'
import type { CardStore } from '../cards/createCardStore.ts'
import { toCardFailure } from '../cards/toCardFailure.ts'
import type { Schedule } from '../device/Schedule.ts'
import { controlPopup } from '../login/controlPopup.ts'
import type { LoginState } from '../login/createLoginState.ts'
import { waitForPopup } from '../login/waitForPopup.ts'
import type { AskProvider } from './createStepUp.ts'

/** Creates the step-up by a provider, with its card. */
export function createSocialStepUp({
  session,
  cards,
  openWindow,
  listen,
  origin,
  schedule,
}: {
  session: LoginState
  cards: CardStore
  openWindow: (url: string) => unknown
  listen: (listener: (event: MessageEvent) => void) => () => void
  /** The wallet's own. */
  origin: string
  schedule: Schedule
}): AskProvider {
  const begin = () => session.request(startSocialStepUp, {})

  return async ({ reason, provider, signal }) => {
    // Started before the click: a window can open only inside a click, and needs its URL by then.
    let attempt = await begin()
    signal.throwIfAborted()
    const closed = new AbortController()
    const giveUp = () => closed.abort(signal.reason)
    signal.addEventListener('abort', giveUp)

    const waitForEnd = ({ attemptId, number }: typeof attempt) =>
      waitForPopup({
        ask: ({ isDetached, signal: askSignal }) =>
          session.request(finishSocialConfirmation, {
            body: { attemptId, ...(isDetached ? { isDetached } : {}) },
            signal: askSignal,
          }),
        showNumber: () => {
          card.update({ number })
          return () => card.update({ number: null })
        },
        schedule,
        signal: closed.signal,
      })
    let confirmed = () => {}
    const confirmation = new Promise<void>((resolve, reject) => {
      confirmed = resolve
      closed.signal.addEventListener('abort', () => reject(closed.signal.reason))
    })
    const confirm = async () => {
      const popup = controlPopup({ attempt, openWindow, listen, origin })
      card.update({ isWaiting: true, failure: null })
      try {
        await waitForEnd(attempt)
        confirmed()
      } catch (error) {
        if (closed.signal.aborted) return
        attempt = await begin().catch(() => attempt)
        card.update({ isWaiting: false, failure: toCardFailure(error) })
      } finally {
        popup.stop()
        // Its purpose is done, whatever the outcome.
        popup.close()
      }
    }
    const card = cards.present<'stepUp'>(
      { kind: 'stepUp', method: 'social', reason, provider, number: null, isWaiting: false, failure: null },
      {
        cancel: () => closed.abort(new ServiceError('user_rejected')),
        confirmWithProvider: () => void confirm(),
      },
    )
    try {
      await confirmation
    } finally {
      card.close()
      signal.removeEventListener('abort', giveUp)
    }
  }
}

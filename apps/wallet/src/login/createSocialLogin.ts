import type { OauthProvider } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { redeemSocialLogin, type SessionTokens, startFarcasterLogin, startSocialLogin } from '@latchkey/protocol/wallet'
import type { Card } from '../cards/Card.ts'
import type { CardStore, PresentedCard } from '../cards/createCardStore.ts'
import type { Schedule } from '../device/Schedule.ts'
import type { SignInNote } from '../signIn/LoginSignIn.ts'
import type { DrawnCode } from '../ui/drawCode.ts'
import { answerWindows } from './answerWindows.ts'
import type { Api } from './createApi.ts'
import { waitForPopup } from './waitForPopup.ts'

/** A login with a provider: in a window that the page opens, or over a Farcaster channel. */
export type SocialLogin = {
  /**
   * Vouches from now on to the attempt's window that this is the browser that started it. Without a window and without shared cookies,
   * the visitor first reads the number that the next page asks for.
   *
   * @param options.note the sign-in that the login also confirms: a card shows it until the login ends
   * @throws LatchkeyError `social_unavailable`, `rate_limited`; `frame_request_invalid` for a return to another site; `user_rejected`
   * if the card with the number was closed; the signal's reason
   */
  start: (options: {
    provider: OauthProvider
    returnUrl?: string | undefined
    note?: SignInNote | undefined
    signal: AbortSignal
  }) => Promise<{ attemptId: string; popupUrl: string }>
  /**
   * `url` is the channel's. Times are ISO 8601.
   *
   * @param options.note as for `start`; the card also shows the channel
   * @throws LatchkeyError `social_unavailable`, `social_provider_failed`
   */
  startFarcaster: (options: {
    note?: SignInNote | undefined
  }) => Promise<{ attemptId: string; url: string; expiresAt: string }>
  /**
   * Waits for the login. `isTold`: the attempt's card was visible from start to end. If the window lost the page, a card shows its
   * number.
   *
   * @param options.resultToken the token from the URL, if there was no window
   * @throws LatchkeyError `social_denied`, `social_expired`, `social_refused`, `social_provider_failed`, `attempt_unknown`;
   * `user_rejected` if the card was closed; the signal's reason
   */
  finish: (options: {
    attemptId: string
    resultToken?: string | undefined
    signal: AbortSignal
  }) => Promise<{ session: SessionTokens; isTold: boolean }>
  /** Closes the card of the attempt. */
  end: () => void
}

/** An attempt in a window, as long as this page keeps it. */
type Attempt = { attemptId: string; provider: OauthProvider; number: string; expiresAt: number }

/** The card of an attempt. Its signal aborts when the visitor closes it. */
type Shown = { attemptId: string; closed: AbortSignal; card: PresentedCard<'provider' | 'channel'> }

/** Creates the {@link SocialLogin} of one frame. */
export function createSocialLogin({
  api,
  cards,
  projectId,
  hostOrigin,
  language,
  schedule,
  drawCode,
  listen,
  origin,
  sharesCookies,
}: {
  api: Api
  cards: CardStore
  projectId: string
  /** The verified origin of the page that holds the frame. */
  hostOrigin: () => string
  /** BCP 47. */
  language: () => string
  schedule: Schedule
  /** @see drawCode */
  drawCode: (text: string) => Promise<DrawnCode>
  /** Listens for windows. */
  listen: (listener: (event: MessageEvent) => void) => () => void
  /** The wallet's own. */
  origin: string
  /** Whether a wallet window gets the cookies of this page. */
  sharesCookies: () => Promise<boolean>
}): SocialLogin {
  let stopVouching = () => {}
  let attempt: Attempt | null = null
  let shown: Shown | null = null

  const end = () => {
    stopVouching()
    shown?.card.close()
  }
  const show = (attemptId: string, card: Extract<Card, { kind: 'provider' | 'channel' }>) => {
    shown?.card.close()
    const controller = new AbortController()
    const cancel = () => {
      presented.close()
      controller.abort(new ServiceError('user_rejected'))
    }
    const presented = cards.present<'provider' | 'channel'>(card, { cancel })
    shown = { attemptId, closed: controller.signal, card: presented }
  }

  /** Shows the number that the wallet's next page asks for, until the visitor continues. */
  const tellNumber = ({ provider, number, expiresAt }: Attempt, signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const card = cards.present<'number'>(
        { kind: 'number', provider, number, expiresAt, isBefore: true },
        { goOn: () => settle(resolve), cancel: () => settle(() => reject(new ServiceError('user_rejected'))) },
      )
      const giveUp = () => settle(() => reject(signal.reason))
      const settle = (end: () => void) => {
        signal.removeEventListener('abort', giveUp)
        card.close()
        end()
      }
      signal.addEventListener('abort', giveUp)
      if (signal.aborted) giveUp()
    })

  return {
    start: async ({ provider, returnUrl, note, signal }) => {
      const site = hostOrigin()
      if (returnUrl !== undefined && originOf(returnUrl) !== site) throw new ServiceError('frame_request_invalid')
      const { attemptId, handshake, popupUrl, number, expiresAt } = await api.request(startSocialLogin, {
        body: {
          ...{ projectId, provider, hostOrigin: site, language: language() },
          ...(returnUrl === undefined ? {} : { returnUrl }),
        },
        keepsCookies: true,
      })
      attempt = { attemptId, provider, number, expiresAt: Date.parse(expiresAt) }
      stopVouching()
      if (returnUrl === undefined) stopVouching = answerWindows({ attemptId, handshake, listen, origin })
      else if (!(await sharesCookies())) await tellNumber(attempt, signal)
      if (note) show(attemptId, { kind: 'provider', provider, note })
      return { attemptId, popupUrl }
    },
    startFarcaster: async ({ note }) => {
      const body = { projectId, hostOrigin: hostOrigin(), language: language() }
      const started = await api.request(startFarcasterLogin, { body })
      const { attemptId, url } = started
      // Without a QR code there is no card: the site's page shows one, without the sign-in.
      const code = note && (await drawCode(url).catch(() => undefined))
      if (note && code) show(attemptId, { kind: 'channel', url, code, note })
      return started
    },
    finish: async ({ attemptId, resultToken, signal }) => {
      const controller = new AbortController()
      const giveUp = () => controller.abort(signal.reason)
      if (signal.aborted) giveUp()
      signal.addEventListener('abort', giveUp)
      const { closed, card } = shown?.attemptId === attemptId ? shown : {}
      const leave = () => controller.abort(closed?.reason)
      if (closed?.aborted) leave()
      closed?.addEventListener('abort', leave)
      const showNumber = () => {
        if (attempt?.attemptId !== attemptId) throw new ServiceError('attempt_unknown')
        const { provider, number, expiresAt } = attempt
        const cancel = () => controller.abort(new ServiceError('user_rejected'))
        return cards.present<'number'>({ kind: 'number', provider, number, expiresAt, isBefore: false }, { cancel })
          .close
      }
      try {
        const { session } = await waitForPopup({
          ask: ({ isDetached, signal: askSignal }) =>
            api.request(redeemSocialLogin, {
              body: {
                attemptId,
                ...(resultToken === undefined ? {} : { resultToken }),
                ...(isDetached ? { isDetached } : {}),
              },
              signal: askSignal,
            }),
          showNumber,
          schedule,
          signal: controller.signal,
        })
        return { session, isTold: card?.isOpen() ?? false }
      } finally {
        signal.removeEventListener('abort', giveUp)
        closed?.removeEventListener('abort', leave)
        card?.close()
        if (attempt?.attemptId === attemptId) stopVouching()
      }
    },
    end,
  }
}

function originOf(url: string): string | null {
  try {
    return new URL(url).origin
  } catch {
    return null
  }
}

import type { OauthProvider, SocialProvider } from '@latchkey/protocol'
import type { ConnectedAccount } from '../connection/connectionState.ts'
import type { LoginFailure } from '../connectors/embedded/loginFailure.ts'
import type { Readable } from '../store/Store.ts'

/** Where a login with a provider stands. Every status but `idle` and `failed` ends by itself, in the next one or in `failed`. */
export type SocialStatus = 'idle' | 'opening' | 'waiting' | 'connecting' | 'failed'

/** The login with a provider that is under way, or the last one. */
export type SocialLogin = {
  /**
   * `opening`: the wallet is asked for the way to the provider. `waiting`: the visitor is there (20 min at most).
   * `connecting`: the provider has said who it is, and the wallet opens.
   */
  status: SocialStatus
  provider?: SocialProvider | undefined
  /**
   * `none`: the page itself goes to the provider. `gone`: the provider's window looks closed. No proof that the visitor gave up: a provider may cut it off from this page. The
   * login goes on; `start` opens another window. `detached`: it lost this page, and the wallet's card shows a number, which the
   * visitor types there.
   */
  window?: 'none' | 'gone' | 'detached' | undefined
  /** Farcaster: what its app is to open, shown as a code or as a link, and until when it is good (Unix milliseconds). */
  channel?: { url: string; expiresAt: number } | undefined
  /** Farcaster: who signed, once that is known. */
  userName?: string | undefined
  /** Set exactly while `failed`. */
  failure?: LoginFailure | undefined
}

/** The logins with a provider. */
export type SocialState = SocialLogin & {
  /** The providers on offer, in the order in which to show them; undefined while that is not known. */
  providers?: readonly SocialProvider[] | undefined
  /** Whether `startRedirect` can be offered in place of a window: not where the page stands in a frame of another. */
  canRedirect?: boolean | undefined
}

/**
 * Sign in with an account that the visitor has elsewhere. The page opens a window and waits; no code, token or password of
 * the provider ever comes to it. One login is under way at a time, this one or one by email.
 *
 * @example
 * latchkey.social.prepare() // as soon as the buttons show
 * button.onclick = () => latchkey.social.start({ provider: 'google' })
 */
export type SocialFeature = Readable<SocialState> & {
  /** Whether the app has an embedded wallet and wants such logins; which ones its server offers stands in the state. */
  readonly isAvailable: boolean
  /** Asks which providers there are, and has everything at hand that `start` needs inside a click. */
  prepare: () => void
  /**
   * Opens the provider's window, waits, and connects. Call it in the visitor's click and after `prepare`: browsers block the
   * window otherwise. In an app's own browser, and in Telegram, the page itself goes to the provider instead; it comes back
   * and connects by `connection.reconnect()`, and the promise does not resolve. For Farcaster no window opens: the state has a
   * `channel`, which is renewed by itself.
   * @throws LatchkeyError `popup_blocked`, `social_denied`, `social_expired`, `social_provider_failed`, `social_refused`,
   * `social_unavailable`, `rate_limited`, `frame_failed`, `frame_timeout`, `request_aborted` when it was given up
   */
  start: (options: { provider: SocialProvider }) => Promise<ConnectedAccount>
  /** Goes to the provider with the page itself, for instance after a blocked window. Otherwise as `start`. @throws LatchkeyError */
  startRedirect: (options: { provider: OauthProvider }) => Promise<ConnectedAccount>
  /** Gives up the login that is under way, or forgets that the last one failed. */
  cancel: () => void
}

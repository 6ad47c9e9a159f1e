import type { OauthProvider, SocialProvider } from '@latchkey/protocol'
import type { ConnectedAccount } from '../connection/connectionState.ts'
import type { LoginFailure } from '../connectors/embedded/loginFailure.ts'
import type { Readable } from '../store/Store.ts'

/** Status of a social login. Every status except `idle` and `failed` has a time limit, after which the next one or `failed` follows. */
export type SocialStatus = 'idle' | 'opening' | 'waiting' | 'connecting' | 'failed'

/** The current login with a provider, or the last one. */
export type SocialLogin = {
  /**
   * `opening`: the kit asks the wallet for the provider's URL. `waiting`: the visitor is at the provider (20 min at most). `connecting`:
   * the provider has identified the visitor, and the wallet connects.
   */
  status: SocialStatus
  provider?: SocialProvider | undefined
  /**
   * `none`: the page itself goes to the provider. `gone`: the window appears closed, although a provider may only have cut it off from this
   * page; the login continues, and `start` opens another window. `detached`: the window lost this page. The wallet's card shows a number,
   * which the visitor enters in the window.
   */
  window?: 'none' | 'gone' | 'detached' | undefined
  /** Farcaster: the URL for its app, shown as a code or as a link, and its expiry (Unix milliseconds). */
  channel?: { url: string; expiresAt: number } | undefined
  /** Farcaster: name of the visitor who signed, once known. */
  userName?: string | undefined
  /** Set exactly while `failed`. */
  failure?: LoginFailure | undefined
}

/** State of the social logins. */
export type SocialState = SocialLogin & {
  /** The available providers in display order; undefined while unknown. */
  providers?: readonly SocialProvider[] | undefined
  /** Whether `startRedirect` is possible instead of a window. False if the page is in a frame. */
  canRedirect?: boolean | undefined
}

/**
 * Logs in with an account of a provider. The page opens a window and waits. It never receives a code, token or password of the provider.
 * Only one login runs at a time, including logins by email.
 *
 * @example
 * latchkey.social.prepare() // as soon as the buttons show
 * button.onclick = () => latchkey.social.start({ provider: 'google' })
 */
export type SocialFeature = Readable<SocialState> & {
  /** Whether the app has an embedded wallet and enables social logins. The state contains the providers of its server. */
  readonly isAvailable: boolean
  /** Loads the providers, and everything that `start` needs within a click. */
  prepare: () => void
  /**
   * Opens the provider's window, waits, and connects. Call it within the visitor's click and after `prepare`, because browsers block the
   * window otherwise. In in-app browsers and in Telegram, the page itself goes to the provider. It returns and connects through
   * `connection.reconnect()`, and the promise does not resolve. For Farcaster, no window opens: the state has a `channel`, which is renewed
   * automatically.
   * @throws LatchkeyError `popup_blocked`, `social_denied`, `social_expired`, `social_provider_failed`, `social_refused`,
   *   `social_unavailable`, `rate_limited`, `frame_failed`, `frame_timeout`, `request_aborted` after a cancel
   */
  start: (options: { provider: SocialProvider }) => Promise<ConnectedAccount>
  /** Opens the provider in the page itself, for example after a blocked window. Otherwise like `start`. @throws LatchkeyError */
  startRedirect: (options: { provider: OauthProvider }) => Promise<ConnectedAccount>
  /** Cancels the current login, or clears the error of the last one. */
  cancel: () => void
}

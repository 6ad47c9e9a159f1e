import type { ErrorCode } from '@latchkey/protocol'
import type { SiwxSession, SiwxSubject } from '../siwx/Siwx.ts'
import type { Readable } from '../store/Store.ts'

/**
 * Where the sign-in of the account in use stands.
 * `off`: the app asks for none. `idle`: nobody is connected. `checking`: existing sessions are looked for. `needed`: there is
 * none; the view asks. `signing`: the wallet has the message. `storing`: the app takes the signature. `signedIn`: there is one.
 */
export type SignInState = {
  status: 'off' | 'idle' | 'checking' | 'needed' | 'signing' | 'storing' | 'signedIn'
  subject: SiwxSubject | undefined
  /** Whether the account may not stay connected without it. */
  required: boolean
  /** Why the last try ended without a session. */
  failure: { code: ErrorCode; message: string } | undefined
}

/**
 * Sign in with the connected wallet (CAIP-122).
 *
 * @example
 * const { data, signature } = await latchkey.signIn.signIn()
 * await latchkey.signIn.signOut()
 */
export type SignInFeature = Readable<SignInState> & {
  /** Has the wallet sign, and stores the session. @throws LatchkeyError `siwx_not_enabled`, `no_active_account`, `user_rejected`, `sign_message_failed` */
  signIn: () => Promise<SiwxSession>
  /** Gives up: disconnects where a session is required, else closes the view. */
  cancel: () => Promise<void>
  /** The sessions of the account in use. @throws LatchkeyError `siwx_not_enabled` */
  getSessions: () => Promise<readonly SiwxSession[]>
  /** Ends the sessions of the account in use. @throws LatchkeyError `siwx_not_enabled` */
  signOut: () => Promise<void>
}

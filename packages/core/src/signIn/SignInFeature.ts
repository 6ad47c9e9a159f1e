import type { ErrorCode } from '@latchkey/protocol'
import type { SiwxSession, SiwxSubject } from '../siwx/Siwx.ts'
import type { Readable } from '../store/Store.ts'

/** State of the current account's sign-in. */
export type SignInState = {
  /**
   * - `off`: the app does not use sign-in.
   * - `idle`: no account is connected on a network of the app.
   * - `checking`: the app is asked for existing sign-ins.
   * - `needed`: there is none, and the view asks for one.
   * - `signing`: the wallet has the message.
   * - `storing`: the app verifies and stores the signature.
   * - `signedIn`: there is a sign-in.
   */
  status: 'off' | 'idle' | 'checking' | 'needed' | 'signing' | 'storing' | 'signedIn'
  /** The account that is signed in, or that is asked. Undefined while no account is connected on a network of the app. */
  subject: SiwxSubject | undefined
  /** Whether the account has to disconnect without a sign-in. */
  required: boolean
  /** The error of the last attempt. */
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
  /**
   * Asks the wallet for a signature, and stores the sign-in. @throws LatchkeyError `siwx_not_enabled`, `no_active_account`,
   * `user_rejected`, `sign_message_failed`
   */
  signIn: () => Promise<SiwxSession>
  /** Cancels: disconnects if a sign-in is required, else closes the view. */
  cancel: () => Promise<void>
  /** Returns the sign-ins of the current account. @throws LatchkeyError `siwx_not_enabled` */
  getSessions: () => Promise<readonly SiwxSession[]>
  /** Ends the sign-ins of the current account. @throws LatchkeyError `siwx_not_enabled` */
  signOut: () => Promise<void>
}

import type { EmailAction } from '@latchkey/protocol'
import type { ConnectedAccount } from '../connection/connectionState.ts'
import type { EmbeddedAppearance, EmbeddedPrompt, EmbeddedUser } from '../connectors/embedded/EmbeddedWallet.ts'
import type { LoginFailure } from '../connectors/embedded/loginFailure.ts'
import type { Readable } from '../store/Store.ts'

export type EmailFailure = LoginFailure

/** Status of a login. Every status except `idle` and `failed` has a time limit, after which the next one or `failed` follows. */
export type EmailStatus = 'idle' | 'sending' | 'device' | 'code' | 'connecting' | 'failed'

/** Status of a change of the email address. */
export type EmailUpdateStatus = 'idle' | 'sending' | 'primary' | 'secondary' | 'done' | 'failed'

/** State of the login by email and of the embedded wallet. */
export type EmailState = {
  /**
   * `sending`: the email is being sent (at most 30 s). `device`: waits for the device link in the email (15 min). `code`: waits for the
   * login code, on the wallet's own card (10 min). `connecting`: the wallet connects.
   */
  status: EmailStatus
  /** Email address of the current login, or of the last one. */
  email: string | undefined
  /** Set exactly while `failed`. */
  failure: EmailFailure | undefined
  /**
   * A login that the visitor left, before or after a reload, while its login code is still valid (Unix milliseconds). `start` with its
   * address continues it.
   */
  left: { email: string; until: number } | undefined
  /** A change of the address. `primary` waits for the code sent to the old address, `secondary` for the one sent to the new address. */
  update: { status: EmailUpdateStatus; email: string | undefined; failure: EmailFailure | undefined }
  /** The open card of the wallet. */
  prompt: EmbeddedPrompt | undefined
  /** The logged-in visitor, with the provider if the login was not by email. In that case there may be a name instead of an address. */
  user: EmbeddedUser | undefined
  /** Whether the wallet can be recovered after the loss of this device; undefined while unknown. */
  isProtected: boolean | undefined
  /** False if the browser stores nothing for the wallet. An unprotected wallet is then lost when the page closes. */
  isKept: boolean | undefined
}

/**
 * Logs in with an email address, and manages the embedded wallet. All methods throw `adapter_not_found` without `wallet` in the
 * configuration.
 *
 * @example
 * const action = await latchkey.email.start({ email: 'ada@example.com' })
 * if (action === 'VERIFY_DEVICE') await latchkey.email.waitForDevice()
 * const account = await latchkey.email.enterCode()
 */
export type EmailFeature = Readable<EmailState> & {
  /** Whether the app has an embedded wallet. */
  readonly isAvailable: boolean
  /** Loads the wallet's frame. Call it when a view shows the email field. */
  prepare: () => void
  /** Looks for a login from before a reload. Call it when a view shows the email field. */
  recall: () => void
  /**
   * Sends the login email, or connects if the visitor is already logged in (`CONNECT`). A login that was left continues without another
   * email. Emails to one address are at least 30 s apart.
   * @throws LatchkeyError `email_missing`, `email_cooldown`, `frame_failed`, `frame_timeout`, `request_aborted`
   */
  start: (options: { email: string }) => Promise<EmailAction>
  /** Waits until the visitor opens the device link. The login code is next, unless the link completed the login. @throws LatchkeyError */
  waitForDevice: () => Promise<void>
  /**
   * Lets the wallet ask for the login code on its own card, and connects. With `otp`, the page passes the code, which works only if the
   * operator allows it.
   * @throws LatchkeyError `code_wrong`, `code_expired`, `request_aborted`, `frame_timeout`, `attempt_unknown`
   */
  enterCode: (options?: { otp?: string }) => Promise<ConnectedAccount>
  /** Cancels the current login or change of the address. */
  cancel: () => void
  /** Starts a change of the address: a code to the old one, then one to the new one. @throws LatchkeyError */
  updateEmail: (options: { email: string }) => Promise<'VERIFY_PRIMARY_OTP' | 'VERIFY_SECONDARY_OTP'>
  /** Lets the wallet ask for the code sent to the old address. @throws LatchkeyError */
  updateEmailPrimaryOtp: (options?: { otp?: string }) => Promise<'VERIFY_SECONDARY_OTP'>
  /** Lets the wallet ask for the code sent to the new address, which then applies. @throws LatchkeyError */
  updateEmailSecondaryOtp: (options?: { otp?: string }) => Promise<{ newEmail: string }>
  /** Shows the wallet's protection, with a link to its own window. Resolves when the card closes. @throws LatchkeyError */
  openSecurity: () => Promise<void>
  /**
   * Asks for a passkey or a backup code if the wallet has neither and the operator requires one before a payment arrives. Resolves with
   * whether there is one.
   * @throws LatchkeyError `request_aborted` if the visitor closed the card
   */
  ensureProtected: () => Promise<boolean>
  /** Cancels the request of the wallet's card. Returns false if it cannot be canceled now. */
  cancelPrompt: () => boolean
  /** Moves the wallet's card above a dialog that opened after it. */
  raisePrompt: () => void
  /** Sets the appearance of the wallet's card. */
  setAppearance: (appearance: EmbeddedAppearance) => void
}

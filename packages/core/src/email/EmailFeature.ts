import type { EmailAction } from '@latchkey/protocol'
import type { ConnectedAccount } from '../connection/connectionState.ts'
import type { EmbeddedAppearance, EmbeddedPrompt, EmbeddedUser } from '../connectors/embedded/EmbeddedWallet.ts'
import type { LoginFailure } from '../connectors/embedded/loginFailure.ts'
import type { Readable } from '../store/Store.ts'

/** Why a step did not succeed. */
export type EmailFailure = LoginFailure

/** Where a login stands. Every status but `idle` and `failed` ends by itself, in the next one or in `failed`. */
export type EmailStatus = 'idle' | 'sending' | 'device' | 'code' | 'connecting' | 'failed'

/** Where a change of the email address stands. */
export type EmailUpdateStatus = 'idle' | 'sending' | 'primary' | 'secondary' | 'done' | 'failed'

/** The login by email, and what the embedded wallet tells of itself. */
export type EmailState = {
  /**
   * `sending`: the mail is on its way (at most 30 s). `device`: the link in the mail is waited for (15 min). `code`: the
   * code is waited for, on the wallet's own card (10 min). `connecting`: the wallet opens.
   */
  status: EmailStatus
  /** The address of the login that is under way, or of the last one. */
  email: string | undefined
  /** Set exactly while `failed`. */
  failure: EmailFailure | undefined
  /**
   * A login that was left, here or before the page was loaded anew, while the code in its mail is still good (unix milliseconds): `start`
   * with its address goes on with it.
   */
  left: { email: string; until: number } | undefined
  /** A change of the address: `primary` waits for the code sent to the old one, `secondary` for the one sent to the new. */
  update: { status: EmailUpdateStatus; email: string | undefined; failure: EmailFailure | undefined }
  /** What the wallet's card shows over the page, when it shows. */
  prompt: EmbeddedPrompt | undefined
  /** Who is signed in, and with whom where that was not by email: then there may be no address, but a name. */
  user: EmbeddedUser | undefined
  /** Whether the wallet can be opened again after this device is lost; undefined while that is not known. */
  isProtected: boolean | undefined
  /** False where the browser keeps nothing for the wallet: one that is not protected is lost when the page closes. */
  isKept: boolean | undefined
}

/**
 * Sign in with an email address, and look after the wallet that comes with it. All of it refuses with `adapter_not_found`
 * where the configuration names no `wallet`.
 *
 * @example
 * const action = await latchkey.email.start({ email: 'ada@example.com' })
 * if (action === 'VERIFY_DEVICE') await latchkey.email.waitForDevice()
 * const account = await latchkey.email.enterCode()
 */
export type EmailFeature = Readable<EmailState> & {
  /** Whether the app has an embedded wallet. */
  readonly isAvailable: boolean
  /** Loads the wallet's frame ahead of `start`, for whoever shows a field for the address. */
  prepare: () => void
  /** Looks for a login that was left before the page was loaded anew, for whoever shows a field for the address. */
  recall: () => void
  /**
   * Sends the login mail, or finds that the visitor is signed in already (`CONNECT`, and then connects). A login that was left goes on
   * where it was, without another mail. Two mails to one address are at least 30 s apart.
   * @throws LatchkeyError `email_missing`, `email_cooldown`, `frame_failed`, `frame_timeout`, `request_aborted`
   */
  start: (options: { email: string }) => Promise<EmailAction>
  /** Waits until the link in the mail was opened; the code comes next, unless this connected already. @throws LatchkeyError */
  waitForDevice: () => Promise<void>
  /**
   * Has the wallet ask for the code on its own card and connects. With `otp` the page hands the code over, which only works
   * where the operator allows it.
   * @throws LatchkeyError `code_wrong`, `code_expired`, `request_aborted`, `frame_timeout`, `attempt_unknown`
   */
  enterCode: (options?: { otp?: string }) => Promise<ConnectedAccount>
  /** Gives up the login, or the change of the address, that is under way. */
  cancel: () => void
  /** Begins a change of the address: a code to the old one, then one to the new. @throws LatchkeyError */
  updateEmail: (options: { email: string }) => Promise<'VERIFY_PRIMARY_OTP' | 'VERIFY_SECONDARY_OTP'>
  /** Has the wallet ask for the code that went to the old address. @throws LatchkeyError */
  updateEmailPrimaryOtp: (options?: { otp?: string }) => Promise<'VERIFY_SECONDARY_OTP'>
  /** Has the wallet ask for the code that went to the new address, which is then in force. @throws LatchkeyError */
  updateEmailSecondaryOtp: (options?: { otp?: string }) => Promise<{ newEmail: string }>
  /** Shows how the wallet is protected, and the way to its own window. Resolves when that is closed. @throws LatchkeyError */
  openSecurity: () => Promise<void>
  /**
   * Asks for a passkey or a backup code when the wallet has neither and the operator wants one before money arrives.
   * Resolves with whether there is one.
   * @throws LatchkeyError `request_aborted` when the visitor closed it
   */
  ensureProtected: () => Promise<boolean>
  /** Gives up what the wallet's card asks. Answers false when it may not be given up now. */
  cancelPrompt: () => boolean
  /** Puts the wallet's card above a dialog that was opened after it. */
  raisePrompt: () => void
  /** Makes the wallet's card look like the page. */
  setAppearance: (appearance: EmbeddedAppearance) => void
}

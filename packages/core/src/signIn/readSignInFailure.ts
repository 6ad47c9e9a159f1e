import { type ErrorCode, LatchkeyError } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { toWalletError } from '../connectors/toWalletError.ts'

/** What says nothing about a session: the server did not hear of it, or could not judge it, and may take it yet. */
const unheard: readonly ErrorCode[] = [
  ...(['network_request_failed', 'response_invalid', 'rate_limited'] as const),
  ...(['upstream_unavailable', 'not_ready', 'internal'] as const),
]

/** Whether the app's server may still take a session that it did not take now. */
export function isUnheard(cause: unknown): boolean {
  return cause instanceof LatchkeyError && unheard.includes(cause.code)
}

/**
 * Says why a sign-in ended without a session: to the visitor (`failure`, by the specification's texts) and to whoever
 * called (`error`). A smart account that could not sign, or whose signature the app did not take, is named as the likely
 * reason; a refusal by the visitor stays a refusal, and what the server says about a session is said as it says it.
 *
 * @param options.step what was under way: the app prepared the message, the wallet signed it, the app stored the session
 */
export function readSignInFailure({
  cause,
  step,
  isSmart,
}: {
  cause: unknown
  step: 'prepare' | 'sign' | 'store'
  isSmart: boolean
}): { failure: { code: ErrorCode; message: string }; error: LatchkeyError } {
  // A signature that does not fit is a smart account's that the app cannot read, more often than not.
  const isTold = step === 'store' && cause instanceof LatchkeyError && !(isSmart && cause.code === 'signature_invalid')
  if (step === 'prepare' || isTold) {
    const error = cause instanceof LatchkeyError ? cause : new LatchkeyError('siwx_failed', { cause })
    return { failure: { code: error.code, message: error.message }, error }
  }
  const reported = step === 'sign' ? toWalletError(cause) : undefined
  if (reported?.code === 'user_rejected') return { failure: coded('siwx_declined'), error: reported }
  const isUnclear = !reported || reported.code === 'wallet_failed' || reported.code === 'sign_message_failed'
  if (reported && !isUnclear) return { failure: { code: reported.code, message: reported.message }, error: reported }
  const code = isSmart ? 'siwx_smart_account' : reported ? 'sign_message_failed' : 'siwx_declined'
  return { failure: coded(code), error: new ServiceError(code, { cause }) }
}

function coded(code: ErrorCode): { code: ErrorCode; message: string } {
  return { code, message: new ServiceError(code).message }
}

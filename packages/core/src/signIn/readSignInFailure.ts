import { type ErrorCode, LatchkeyError } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { toWalletError } from '../connectors/toWalletError.ts'

/** Errors after which the server may still accept a sign-in, because it did not receive or could not verify it. */
const unheard: readonly ErrorCode[] = [
  ...(['network_request_failed', 'response_invalid', 'rate_limited'] as const),
  ...(['upstream_unavailable', 'not_ready', 'internal'] as const),
]

/** Whether the app's server may still accept a sign-in after this error. */
export function isUnheard(cause: unknown): boolean {
  return cause instanceof LatchkeyError && unheard.includes(cause.code)
}

/**
 * Explains why a sign-in failed, for the visitor (`failure`, with the specification's texts) and for the caller (`error`). For a smart
 * account that cannot sign or whose signature is refused, the account type is the likely reason. A refusal by the visitor stays one, and
 * errors of the server are kept.
 *
 * @param options.step the failed step: `prepare` (the app creates the message), `sign` (the wallet) or `store` (the app)
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
  // An invalid signature is usually one of a smart account, which the app cannot verify.
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

import type { Endpoint } from '@latchkey/protocol/api'
import type { WalletSession } from './WalletSession.ts'

/** Who asks, on the wallet's origin. */
export type Caller = {
  /** JWK thumbprint (RFC 7638) of the key that proved the request (RFC 9449). */
  jkt: string
  /** Undefined on endpoints that need the proof alone. */
  session: WalletSession | undefined
}

/** The caller as the handler of an endpoint gets it: with a session where the endpoint needs one. */
export type CallerOf<E extends Endpoint> = E['auth'] extends 'session'
  ? { jkt: string; session: WalletSession }
  : E['auth'] extends 'proof'
    ? Caller
    : undefined

/**
 * Finds out who asks, or throws. Given to the application from outside: infrastructure knows no logins.
 *
 * @throws LatchkeyError `proof_invalid`, `session_not_yet_valid`, `session_ended`, `step_up_required` for a locked session
 */
export type Authenticate = (
  request: Request,
  options: {
    need: 'proof' | 'session'
    /** The request's address; only its path counts, the origin is the configured one. */
    url: string
    /** The endpoint serves a locked session, too. */
    whenLocked?: 'served' | undefined
  },
) => Promise<Caller>

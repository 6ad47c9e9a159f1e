import type { Endpoint } from '@latchkey/protocol/api'
import type { WalletSession } from './WalletSession.ts'

/** Caller on the wallet's origin. */
export type Caller = {
  /** JWK thumbprint (RFC 7638) of the key that proved the request (RFC 9449). */
  jkt: string
  /** Undefined on endpoints that only need the proof. */
  session: WalletSession | undefined
}

/** The caller that an endpoint's handler receives, with a login if the endpoint requires one. */
export type CallerOf<E extends Endpoint> = E['auth'] extends 'session'
  ? { jkt: string; session: WalletSession }
  : E['auth'] extends 'proof'
    ? Caller
    : undefined

/**
 * Authenticates the caller, or throws. It is injected, because the platform does not depend on logins.
 *
 * @throws LatchkeyError `proof_invalid`, `session_not_yet_valid`, `session_ended`, `step_up_required` for a locked login
 */
export type Authenticate = (
  request: Request,
  options: {
    need: 'proof' | 'session'
    /** URL of the request. Only its path counts, and the origin is the configured one. */
    url: string
    /** The endpoint serves locked logins as well. */
    whenLocked?: 'served' | undefined
  },
) => Promise<Caller>

import type { SessionReason } from '@latchkey/protocol/relay'
import type { AuthenticationRequest, Cacao } from '../session/Authentication.ts'
import type { ProposalNamespaces, Session } from '../session/Session.ts'
import type { RelayStatus } from '../transport/Transport.ts'

/** The app's role: proposes sessions and sends requests to wallets. */
export type AppClient = {
  /**
   * Resolves when the stored state is loaded; returns the same promise each time. Never throws LatchkeyError `relay_unavailable`,
   * because relays are dialed on demand.
   */
  ready: () => Promise<void>
  /**
   * Opens a pairing and proposes a session on it. Resolves when a relay has accepted the proposal. Later answers are kept for
   * `approval`.
   * @throws LatchkeyError `relay_unavailable`, `relay_refused`
   */
  pair: (options: PairOptions) => Promise<OpenPairing>
  /** Returns a pairing of this client that is still open, for example after a reload. */
  resume: (options: { uri: string }) => Promise<OpenPairing | undefined>
  /** All live sessions, newest first. */
  sessions: () => readonly Session[]
  /**
   * Sends a request to the wallet.
   * @param options.expiry seconds from now, 300 to 604800: the time that the visitor has to decide. The answer may arrive up to five
   * minutes later
   * @param options.signal stops waiting. It withdraws the request only if no relay can have it yet
   * @throws PeerError with the wallet's error. LatchkeyError `session_not_found`, `session_request_not_allowed`, `relay_unavailable`,
   * `relay_refused`: the wallet did not receive the request. `session_request_expired`, `wallet_disconnected` (the session ended
   * while the request was pending): the wallet may have executed it. Do not repeat it without asking the visitor
   */
  request: (options: {
    topic: string
    chainId: string
    method: string
    params?: unknown
    expiry?: number
    /**
     * Name of this request, chosen by the caller. A repeated call with the same key does not reach the wallet again, even after a
     * reload or in another tab. It returns the answer, which is kept for five minutes.
     */
    idempotencyKey?: string
    /**
     * Sends nothing: finds the request with this `idempotencyKey` and waits for its answer. Fails with `session_request_expired` if
     * the client no longer knows the request.
     */
    onlyKnown?: boolean
    signal?: AbortSignal
  }) => Promise<unknown>
  /** Checks that the wallet answers. @throws LatchkeyError `session_not_found`, `session_request_expired` */
  ping: (options: { topic: string }) => Promise<void>
  /** Ends a session locally and notifies the wallet as soon as a relay is connected. Never rejects because a relay is down. */
  disconnect: (options: { topic: string; reason?: SessionReason }) => Promise<void>
  relays: () => readonly RelayStatus[]
  subscribe: (listener: (event: AppEvent) => void) => () => void
  /** Closes the sockets. Stored data stays. */
  destroy: () => void
}

/** Session that an app proposes on a pairing. Source: CAIP-25. */
export type PairOptions = {
  /** Chains, methods and events of the session. Put everything into `optionalNamespaces` if the app also works without it. */
  optionalNamespaces: ProposalNamespaces
  requiredNamespaces?: ProposalNamespaces
  sessionProperties?: Readonly<Record<string, string>>
  /** Requests a sign-in in the same step. Wallets that do not support it answer the proposal. */
  authenticate?: AuthenticationRequest
  signal?: AbortSignal
}

/** A pairing that waits for a wallet. */
export type OpenPairing = {
  /** `wc:<topic>@2?…`. */
  uri: string
  topic: string
  /** Unix milliseconds. */
  expiresAt: number
  /**
   * @throws PeerError if the wallet refused (5000 …); LatchkeyError `pairing_expired`, `session_namespaces_invalid`, or
   * `user_rejected` if the signal aborted
   */
  approval: Promise<Approval>
}

/** `authentications` is empty if the wallet answered only the proposal. The client does not verify their signatures. */
export type Approval = { session: Session; authentications: readonly Cacao[] }

/** Events of an app client. */
export type AppEvent =
  | { type: 'sessionUpdated'; session: Session }
  | { type: 'sessionEvent'; topic: string; chainId: string; name: string; data: unknown }
  | { type: 'sessionDeleted'; topic: string; reason: SessionReason | undefined }
  | { type: 'sessionExpired'; topic: string }
  /** A relay has the request, so the wallet can be opened now. `id` is the JSON-RPC ID. */
  | { type: 'requestSent'; topic: string; id: number; idempotencyKey: string }
  | { type: 'relaysChanged'; relays: readonly RelayStatus[] }

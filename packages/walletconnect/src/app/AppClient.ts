import type { SessionReason } from '@latchkey/protocol/relay'
import type { AuthenticationRequest, Cacao } from '../session/Authentication.ts'
import type { ProposalNamespaces, Session } from '../session/Session.ts'
import type { RelayStatus } from '../transport/Transport.ts'

/** The app's side: proposes sessions and asks wallets. */
export type AppClient = {
  /** Resolves when what was stored is there; the same promise each time. @throws LatchkeyError `relay_unavailable` never: relays are dialled when needed */
  ready: () => Promise<void>
  /**
   * Opens a pairing and proposes a session on it. Resolves when a relay has taken the proposal; answers that come at any time
   * after that are kept for `approval`.
   * @throws LatchkeyError `relay_unavailable`, `relay_refused`
   */
  pair: (options: PairOptions) => Promise<OpenPairing>
  /** A pairing of this client that is still open, after a reload. */
  resume: (options: { uri: string }) => Promise<OpenPairing | undefined>
  /** All live sessions, newest first. */
  sessions: () => readonly Session[]
  /**
   * Asks the wallet.
   * @param options.expiry seconds from now, 300 to 604800: as long the wallet's owner may decide; the answer may come five minutes
   * later
   * @param options.signal ends the waiting. It takes back only what no relay can have yet
   * @throws PeerError what the wallet answered; LatchkeyError `session_not_found`, `session_request_not_allowed`, `relay_unavailable`,
   * `relay_refused`: the wallet was not asked. `session_request_expired`, `wallet_disconnected` (the session ended while the wallet was
   * asked): it may have done what was asked, so that it must not be asked again unseen
   */
  request: (options: {
    topic: string
    chainId: string
    method: string
    params?: unknown
    expiry?: number
    /**
     * The caller's own name for this request: asked again with it, also after a reload or in another tab, the wallet is not asked
     * a second time, and the answer that came meanwhile is there (for five minutes).
     */
    idempotencyKey?: string
    /**
     * Ask nobody: find what was asked under `idempotencyKey`, wait for its answer where that is still to come. What is not known here
     * any more fails with `session_request_expired`.
     */
    onlyKnown?: boolean
    signal?: AbortSignal
  }) => Promise<unknown>
  /** Whether the wallet is there. @throws LatchkeyError `session_not_found`, `session_request_expired` */
  ping: (options: { topic: string }) => Promise<void>
  /** Ends a session here at once and tells the wallet as soon as a relay can. Never rejects because a relay is down. */
  disconnect: (options: { topic: string; reason?: SessionReason }) => Promise<void>
  relays: () => readonly RelayStatus[]
  subscribe: (listener: (event: AppEvent) => void) => () => void
  /** Closes the sockets; nothing that is stored is lost. */
  destroy: () => void
}

/** What an app asks of the wallet that it is paired with. Source: CAIP-25. */
export type PairOptions = {
  /** What is wanted; an app that goes on without asks for optional ones alone. */
  optionalNamespaces: ProposalNamespaces
  requiredNamespaces?: ProposalNamespaces
  sessionProperties?: Readonly<Record<string, string>>
  /** Ask for a signature in the same step; wallets that cannot answer the plain proposal. */
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
   * @throws PeerError when the wallet refused (5000 …); LatchkeyError `pairing_expired`, `session_namespaces_invalid`,
   * `user_rejected` when the signal aborted
   */
  approval: Promise<Approval>
}

/** `authentications` is empty where the wallet answered the plain proposal. Their signatures are not checked here. */
export type Approval = { session: Session; authentications: readonly Cacao[] }

/** What the app is told. */
export type AppEvent =
  | { type: 'sessionUpdated'; session: Session }
  | { type: 'sessionEvent'; topic: string; chainId: string; name: string; data: unknown }
  | { type: 'sessionDeleted'; topic: string; reason: SessionReason | undefined }
  | { type: 'sessionExpired'; topic: string }
  /** A relay has the request: its wallet may be opened now. `id` is the request's on the wire. */
  | { type: 'requestSent'; topic: string; id: number; idempotencyKey: string }
  | { type: 'relaysChanged'; relays: readonly RelayStatus[] }

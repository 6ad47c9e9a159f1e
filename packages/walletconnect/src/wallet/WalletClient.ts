import type { SessionReason } from '@latchkey/protocol/relay'
import type { PeerMetadata } from '../ClientParameters.ts'
import type { AuthenticationRequest, Cacao } from '../session/Authentication.ts'
import type { ProposalNamespaces, Session, SessionNamespaces } from '../session/Session.ts'
import type { RelayStatus } from '../transport/Transport.ts'

/** The wallet's role: accepts pairings and answers apps. */
export type WalletClient = {
  ready: () => Promise<void>
  /**
   * Accepts a pairing code of an app. The app's requests appear in `pending`.
   * @throws LatchkeyError `pairing_uri_invalid`, `pairing_expired`, `relay_unavailable`, `relay_refused`
   */
  pair: (options: { uri: string }) => Promise<void>
  /** Requests that wait for the visitor, oldest first. They survive a reload. */
  pending: () => readonly PendingRequest[]
  sessions: () => readonly Session[]
  /**
   * Approves a proposal.
   * @throws LatchkeyError `proposal_not_found`, `session_namespaces_invalid`
   */
  approve: (options: {
    id: number
    namespaces: SessionNamespaces
    sessionProperties?: Readonly<Record<string, string>>
  }) => Promise<Session>
  /**
   * Signs in, which creates a session over the chains and accounts of the signatures. Undefined if the app requested no methods: it
   * gets the signatures and no session. `prepareAuthentication` prepares them.
   * @throws LatchkeyError `proposal_not_found`
   */
  authenticate: (options: { id: number; authentications: readonly [Cacao, ...Cacao[]] }) => Promise<Session | undefined>
  /**
   * Refuses a proposal, a sign-in or a request. By default the reason is that the visitor declined. A sign-in refused as
   * `unsupportedProtocolMethod` falls back to the proposal behind it.
   * @throws LatchkeyError `proposal_not_found`
   */
  reject: (options: { id: number; reason?: SessionReason }) => Promise<void>
  /** Answers a request, once. @throws LatchkeyError `proposal_not_found` */
  respond: (options: { id: number } & ({ result: unknown } | { error: SessionReason })) => Promise<void>
  /** Sends the app changed accounts, chains or methods. @throws LatchkeyError `session_not_found`, `session_namespaces_invalid` */
  update: (options: { topic: string; namespaces: SessionNamespaces }) => Promise<void>
  /** Extends the session by seven days. */
  extend: (options: { topic: string }) => Promise<void>
  emit: (options: { topic: string; chainId: string; name: string; data: unknown }) => Promise<void>
  ping: (options: { topic: string }) => Promise<void>
  disconnect: (options: { topic: string; reason?: SessionReason }) => Promise<void>
  relays: () => readonly RelayStatus[]
  subscribe: (listener: (event: WalletEvent) => void) => () => void
  destroy: () => void
}

/** Request of an app. `id` is the JSON-RPC ID; times are Unix seconds. */
export type PendingRequest =
  | {
      kind: 'proposal'
      id: number
      peer: PeerMetadata
      requiredNamespaces: ProposalNamespaces
      optionalNamespaces: ProposalNamespaces
      sessionProperties?: Readonly<Record<string, string>>
      expiry: number
    }
  | { kind: 'authentication'; id: number; peer: PeerMetadata; request: AuthenticationRequest; expiry: number }
  | {
      kind: 'request'
      id: number
      topic: string
      peer: PeerMetadata
      /** CAIP-2. */
      chainId: string
      method: string
      params: unknown
      expiry: number
    }

/** Events of a wallet client. */
export type WalletEvent =
  | { type: 'pendingChanged'; pending: readonly PendingRequest[] }
  | { type: 'sessionsChanged'; sessions: readonly Session[] }
  | { type: 'sessionDeleted'; topic: string; reason: SessionReason | undefined }
  | { type: 'relaysChanged'; relays: readonly RelayStatus[] }

import type { SessionReason } from '@latchkey/protocol/relay'
import type { PeerMetadata } from '../ClientParameters.ts'
import type { AuthenticationRequest, Cacao } from '../session/Authentication.ts'
import type { ProposalNamespaces, Session, SessionNamespaces } from '../session/Session.ts'
import type { RelayStatus } from '../transport/Transport.ts'

/** The wallet's side: takes pairings and answers apps. */
export type WalletClient = {
  ready: () => Promise<void>
  /**
   * Takes the code of an app; what the app asks comes as an entry of `pending`.
   * @throws LatchkeyError `pairing_uri_invalid`, `pairing_expired`, `relay_unavailable`, `relay_refused`
   */
  pair: (options: { uri: string }) => Promise<void>
  /** What waits for the wallet's owner, oldest first; it survives a reload. */
  pending: () => readonly PendingRequest[]
  sessions: () => readonly Session[]
  /**
   * Agrees to a proposal.
   * @throws LatchkeyError `proposal_not_found`, `session_namespaces_invalid`
   */
  approve: (options: {
    id: number
    namespaces: SessionNamespaces
    sessionProperties?: Readonly<Record<string, string>>
  }) => Promise<Session>
  /**
   * Signs in: a session over the chains and accounts of the signatures. Undefined where the app asked to be allowed no method: then
   * it has the signatures and no session. `prepareAuthentication` makes them.
   * @throws LatchkeyError `proposal_not_found`
   */
  authenticate: (options: { id: number; authentications: readonly [Cacao, ...Cacao[]] }) => Promise<Session | undefined>
  /**
   * Refuses a proposal, a sign-in or a request; the default reason is that the owner declined. A sign-in that is refused as
   * `unsupportedProtocolMethod` falls back to the plain proposal behind it.
   * @throws LatchkeyError `proposal_not_found`
   */
  reject: (options: { id: number; reason?: SessionReason }) => Promise<void>
  /** Answers a request, once. @throws LatchkeyError `proposal_not_found` */
  respond: (options: { id: number } & ({ result: unknown } | { error: SessionReason })) => Promise<void>
  /** Tells the app of other accounts, chains or methods. @throws LatchkeyError `session_not_found`, `session_namespaces_invalid` */
  update: (options: { topic: string; namespaces: SessionNamespaces }) => Promise<void>
  /** Seven more days. */
  extend: (options: { topic: string }) => Promise<void>
  emit: (options: { topic: string; chainId: string; name: string; data: unknown }) => Promise<void>
  ping: (options: { topic: string }) => Promise<void>
  disconnect: (options: { topic: string; reason?: SessionReason }) => Promise<void>
  relays: () => readonly RelayStatus[]
  subscribe: (listener: (event: WalletEvent) => void) => () => void
  destroy: () => void
}

/** What an app asks. `id` is the JSON-RPC id; times are Unix seconds. */
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

/** What the wallet is told. */
export type WalletEvent =
  | { type: 'pendingChanged'; pending: readonly PendingRequest[] }
  | { type: 'sessionsChanged'; sessions: readonly Session[] }
  | { type: 'sessionDeleted'; topic: string; reason: SessionReason | undefined }
  | { type: 'relaysChanged'; relays: readonly RelayStatus[] }

import type { SessionReason } from '@latchkey/protocol/relay'
import type { PairOptions } from '../app/AppClient.ts'
import type { PendingRequest } from '../wallet/WalletClient.ts'
import type { Cacao } from './Authentication.ts'
import type { RpcAnswer, RpcRequest } from './rpc.ts'
import type { Session } from './Session.ts'

/** `keys/<topic>`: keys of a topic's messages, and which messages were handled. */
export type KeyRecord = {
  symKey?: string
  /** Answers to a sign-in arrive in envelopes of type 1 for this key. */
  privateKey?: string
  /** Topic of the pairing that created it. */
  pairingTopic?: string
  /** The peer's key, until there is a session. */
  peerPublicKey?: string
  /** IDs of the last handled requests, none of which takes effect again. */
  handled?: readonly number[]
  /** Requests that arrived before the settlement. */
  early?: readonly RpcRequest[]
}

/** `pairings/<topic>`. */
export type PairingRecord = {
  uri: string
  /** Unix milliseconds. */
  expiresAt: number
  /** Relays on which the peer was heard. */
  relays: readonly string[]
  /** App only: its proposal, until there is an outcome. */
  proposal?: {
    id: number
    publicKey: string
    privateKey: string
    asked: Required<Pick<PairOptions, 'optionalNamespaces' | 'requiredNamespaces'>>
    authenticate?: { id: number; topic: string; request: NonNullable<PairOptions['authenticate']> }
  }
  outcome?: Outcome
  /** Wallet only: the code announces a sign-in. */
  announcesSignIn?: boolean
}

/** Outcome of a pairing. */
export type Outcome =
  | { session: Session; authentications: readonly Cacao[] }
  | { error: SessionReason }
  | { code: 'session_namespaces_invalid' | 'pairing_expired' | 'user_rejected'; details?: string }

/** `sessions/<topic>`. */
export type SessionRecord = {
  session: Session
  /** Wallet only: ID of its settlement, which the app may refuse. */
  settlementId?: number
  /** App only: ID of the last update that took effect. */
  updateId?: number
}

/** `pending/<id>`: request that waits for the visitor's decision. */
export type PendingRecord = {
  entry: PendingRequest
  /** Topic on which it arrived. */
  topic: string
  peerPublicKey?: string
  /** A proposal behind a sign-in: shown if the wallet cannot answer the sign-in. */
  hidden?: boolean
}

/** `requests/<id>`: request of the app, kept for a time after the answer. */
export type RequestRecord = {
  topic: string
  key: string
  /** Unix milliseconds. */
  expiresAt: number
  answer?: RpcAnswer
}

/** `calls/<id>`: result of a call that may be repeated. */
export type CallRecord = { result: unknown /** Unix milliseconds. */; expiresAt: number }

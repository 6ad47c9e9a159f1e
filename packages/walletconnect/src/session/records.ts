import type { SessionReason } from '@latchkey/protocol/relay'
import type { PairOptions } from '../app/AppClient.ts'
import type { PendingRequest } from '../wallet/WalletClient.ts'
import type { Cacao } from './Authentication.ts'
import type { RpcAnswer, RpcRequest } from './rpc.ts'
import type { Session } from './Session.ts'

/** `keys/<topic>`: how a topic's messages are opened, and what was done about them. */
export type KeyRecord = {
  symKey?: string
  /** Answers to a sign-in come in envelopes of type 1, for this key of ours. */
  privateKey?: string
  /** Whose pairing it comes from. */
  pairingTopic?: string
  /** The other side's key, until there is a session. */
  peerPublicKey?: string
  /** Ids of the last requests that took effect: none takes effect again. */
  handled?: readonly number[]
  /** What came before the settlement. */
  early?: readonly RpcRequest[]
}

/** `pairings/<topic>`. */
export type PairingRecord = {
  uri: string
  /** Unix milliseconds. */
  expiresAt: number
  /** Where the other side was heard. */
  relays: readonly string[]
  /** The app's: what it proposed, until there is an outcome. */
  proposal?: {
    id: number
    publicKey: string
    privateKey: string
    asked: Required<Pick<PairOptions, 'optionalNamespaces' | 'requiredNamespaces'>>
    authenticate?: { id: number; topic: string; request: NonNullable<PairOptions['authenticate']> }
  }
  outcome?: Outcome
  /** The wallet's: the code announces a sign-in. */
  announcesSignIn?: boolean
}

/** What became of a pairing. */
export type Outcome =
  | { session: Session; authentications: readonly Cacao[] }
  | { error: SessionReason }
  | { code: 'session_namespaces_invalid' | 'pairing_expired' | 'user_rejected'; details?: string }

/** `sessions/<topic>`. */
export type SessionRecord = {
  session: Session
  /** The wallet's: the id of its settlement, which the app may refuse. */
  settlementId?: number
  /** The app's: the id of the last update that took effect. */
  updateId?: number
}

/** `pending/<id>`: what the wallet's owner has to decide. */
export type PendingRecord = {
  entry: PendingRequest
  /** Where it came in. */
  topic: string
  peerPublicKey?: string
  /** A proposal behind a sign-in: shown when the sign-in cannot be answered. */
  hidden?: boolean
}

/** `requests/<id>`: what the app asked; kept for a while after the answer. */
export type RequestRecord = {
  topic: string
  key: string
  /** Unix milliseconds. */
  expiresAt: number
  answer?: RpcAnswer
}

/** `calls/<id>`: what came of a call that may be made again. */
export type CallRecord = { result: unknown /** Unix milliseconds. */; expiresAt: number }

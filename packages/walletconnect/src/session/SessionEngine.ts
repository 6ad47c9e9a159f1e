import type { SessionMethod, SessionReason } from '@latchkey/protocol/relay'
import type { ClientEnvironment } from '../ClientEnvironment.ts'
import type { ClientStore } from '../storage/ClientStore.ts'
import type { InboundMessage, RelayStatus, Transport } from '../transport/Transport.ts'
import type { Deferreds } from './createDeferreds.ts'
import type { KeyRecord, PairingRecord, SessionRecord } from './records.ts'
import type { RpcAnswer, RpcRequest } from './rpc.ts'
import type { Session } from './Session.ts'

/** What the engine is made of. `connect` makes the transport that the engine is the listener of. */
export type EngineParts = {
  store: ClientStore
  environment: ClientEnvironment
  connect: (listener: {
    onMessage: (message: InboundMessage) => Promise<void>
    onRelaysChanged: (relays: readonly RelayStatus[]) => void
  }) => Transport
  /** Tells whoever listens, also in other tabs; called once what it is about is in storage. */
  emit: (event: { type: string; data: unknown }) => void
}

/** What an app and a wallet do differently. Each is called within one turn: what it changes and sends is stored as one. */
export type EngineRole = {
  /** A request on a topic of ours that did not take effect yet; what is not taken is refused as unknown. */
  onRequest: (topic: string, request: RpcRequest, key: KeyRecord) => boolean
  onAnswer: (topic: string, answer: { id: number } & RpcAnswer, sender: string | undefined) => void
  /** Removes what is over; gives the moments (Unix milliseconds) at which something else will be. */
  sweep: (now: number) => readonly number[]
  onSessionEnd: (topic: string, reason: SessionReason | undefined, expired: boolean) => void
  onPairingEnd?: (topic: string) => void
}

/** What both roles are built of. */
export type SessionEngine = {
  store: ClientStore
  transport: Transport
  environment: ClientEnvironment
  deferreds: Deferreds
  newId: () => number
  now: () => number
  /** Asks the other side. */
  call: (options: {
    topic: string
    method: SessionMethod
    params: unknown
    id?: number
    ttl?: number
  }) => ReturnType<Transport['publish']>
  /** Answers the other side; a refusal under its own tag, where the method has one. */
  answer: (options: {
    topic: string
    method: SessionMethod
    id: number
    answer: RpcAnswer
    refusal?: 'rejected' | 'automatic'
    /** Seals for a key of the other side, which is heard on that pairing, instead of with the topic's own. */
    envelope?: { symKey: string; senderPublicKey: string; pairingTopic: string }
  }) => void
  /** Resolves when everything that was changed and sent in this turn is in storage. */
  stored: () => Promise<void>
  /** Changes what is known; whoever must know that storage has it, awaits `stored`. */
  change: (changes: Readonly<Record<string, unknown>>) => void
  /** Tells listeners, once it is stored. */
  tell: (type: string, data: () => unknown) => void
  getKey: (topic: string) => KeyRecord | undefined
  getPairing: (topic: string) => PairingRecord | undefined
  getSession: (topic: string) => SessionRecord | undefined
  /** @throws LatchkeyError `session_not_found` */
  requireSession: (topic: string) => SessionRecord
  sessions: () => readonly Session[]
  putSession: (record: SessionRecord) => void
  endSession: (topic: string, reason?: SessionReason, expired?: boolean) => void
  endPairing: (topic: string) => void
  /** Forgets topics: their keys and subscriptions. */
  forget: (topics: readonly string[]) => void
  listen: (topics: readonly string[]) => Promise<void>
  /** Lets requests take effect that came too early. */
  replay: (topic: string, requests: readonly RpcRequest[]) => void
  ping: (topic: string) => Promise<void>
  disconnect: (topic: string, reason?: SessionReason) => Promise<void>
  /** Looks at the clock, and again when something is over. */
  watch: () => void
  start: () => void
  stop: () => void
}

import type { SessionMethod, SessionReason } from '@latchkey/protocol/relay'
import type { ClientEnvironment } from '../ClientEnvironment.ts'
import type { ClientStore } from '../storage/ClientStore.ts'
import type { InboundMessage, RelayStatus, Transport } from '../transport/Transport.ts'
import type { Deferreds } from './createDeferreds.ts'
import type { KeyRecord, PairingRecord, SessionRecord } from './records.ts'
import type { RpcAnswer, RpcRequest } from './rpc.ts'
import type { Session } from './Session.ts'

/** Parts of the engine. `connect` creates the transport, with the engine as its listener. */
export type EngineParts = {
  store: ClientStore
  environment: ClientEnvironment
  connect: (listener: {
    onMessage: (message: InboundMessage) => Promise<void>
    onRelaysChanged: (relays: readonly RelayStatus[]) => void
  }) => Transport
  /** Emits to listeners in all tabs, after storage has the change. */
  emit: (event: { type: string; data: unknown }) => void
}

/** Differences between app and wallet. Each call runs within one turn: its changes and messages are stored in one write. */
export type EngineRole = {
  /** Handles a request on one of our topics that has not taken effect yet. An unhandled request is refused as unknown. */
  onRequest: (topic: string, request: RpcRequest, key: KeyRecord) => boolean
  onAnswer: (topic: string, answer: { id: number } & RpcAnswer, sender: string | undefined) => void
  /** Removes expired records. Returns the times (Unix milliseconds) of the next expirations. */
  sweep: (now: number) => readonly number[]
  onSessionEnd: (topic: string, reason: SessionReason | undefined, expired: boolean) => void
  onPairingEnd?: (topic: string) => void
}

/** The engine that both roles share. */
export type SessionEngine = {
  store: ClientStore
  transport: Transport
  environment: ClientEnvironment
  deferreds: Deferreds
  newId: () => number
  now: () => number
  /** Sends a request to the peer. */
  call: (options: {
    topic: string
    method: SessionMethod
    params: unknown
    id?: number
    ttl?: number
  }) => ReturnType<Transport['publish']>
  /** Answers the peer. A refusal has its own tag if the method defines one. */
  answer: (options: {
    topic: string
    method: SessionMethod
    id: number
    answer: RpcAnswer
    refusal?: 'rejected' | 'automatic'
    /** Encrypts with the peer's key instead of the topic's key. The peer listens on that pairing. */
    envelope?: { symKey: string; senderPublicKey: string; pairingTopic: string }
  }) => void
  /** Resolves when storage has all changes and messages of this turn. */
  stored: () => Promise<void>
  /** Changes records. Await `stored` to know that storage has them. */
  change: (changes: Readonly<Record<string, unknown>>) => void
  /** Notifies listeners after storage has the change. */
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
  /** Forgets topics with their keys and subscriptions. */
  forget: (topics: readonly string[]) => void
  listen: (topics: readonly string[]) => Promise<void>
  /** Applies requests that came too early. */
  replay: (topic: string, requests: readonly RpcRequest[]) => void
  ping: (topic: string) => Promise<void>
  disconnect: (topic: string, reason?: SessionReason) => Promise<void>
  /** Checks for expired records, and schedules the next check. */
  watch: () => void
  start: () => void
  stop: () => void
}

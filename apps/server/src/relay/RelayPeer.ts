import type { Writable } from 'node:stream'
import type { WebSocket } from 'ws'
import type { TokenBucket } from './createTokenBuckets.ts'
import type { StoredMessage } from './RelayStore.ts'

/** A client with its open sockets. */
export type RelayClient = {
  /** `did:key:…`, the owner of the mailbox. */
  id: string
  peers: Set<RelayPeer>
  /** Messages that the client has acknowledged, but the store has not recorded yet. Reads do not send them again. */
  settling: Set<string>
  /** Number of reads in progress, and the messages settled since they began. A read can still return them. */
  reads: number
  settledMeanwhile: string[]
  bucket: TokenBucket
}

/** One socket of a client. */
export type RelayPeer = {
  client: RelayClient
  socket: WebSocket
  /** Stream to which the socket writes. */
  connection: Writable
  topics: Map<string, Followed>
  /** Unacknowledged deliveries, by their id. */
  inFlight: Map<number, Delivery>
  /** Topics whose mailbox must be read before live messages are sent. */
  behind: Set<Followed>
  isReading: boolean
  isClosed: boolean
  /** The client flooded the relay, so its frames are no longer accepted. */
  isStopped: boolean
  /** Fetched messages, by the ping sent after them. The pong confirms their arrival. */
  fetched: Map<string, readonly Receipt[]>
  /** Received frames that wait for processing. */
  queue: Buffer[]
  /** Frames processed in this turn of the event loop, and the number of the turn. */
  taken: number
  turn: number
  /** Unanswered calls. */
  pending: number
  /** Whether a frame arrived since the last ping. */
  isAlive: boolean
  /** Time of the last frame in Unix milliseconds. */
  heardAt: number
}

/** Identifies a message. */
export type Receipt = { topic: string; messageId: string }

/** A topic that a socket follows. */
export type Followed = {
  peer: RelayPeer
  topic: string
  /** SHA-256 of topic and client id. Clients compute it as well. */
  subscriptionId: string
  /** Whether messages are sent as they arrive. Otherwise the mailbox is read first. */
  isLive: boolean
  /** Messages that arrive during a read of the mailbox. Undefined if there is none. */
  held: Held | undefined
  /** Subscriptions that are active or in progress. A failed one does not end an earlier one. */
  claims: number
  /** The highest sequence that was sent. */
  last: number
}

/** Messages that arrived during a read of a mailbox. */
type Held = { messages: StoredMessage[]; isOverfull: boolean }

/** A message on its way to one socket. */
export type Delivery = {
  topic: string
  messageId: string
  /** Unix milliseconds. */
  sentAt: number
  expiresAt: number
  /** Another socket of the client has acknowledged it. */
  isSettled: boolean
}

/** Returns a text that identifies a message on its topic. */
export function keyOf({ topic, messageId }: Receipt): string {
  return `${topic} ${messageId}`
}

import type { Writable } from 'node:stream'
import type { WebSocket } from 'ws'
import type { TokenBucket } from './createTokenBuckets.ts'
import type { StoredMessage } from './RelayStore.ts'

/** A client id with its open sockets. */
export type RelayClient = {
  /** `did:key:…`: whose mailbox it is. */
  id: string
  peers: Set<RelayPeer>
  /** Messages that it has, but the store does not know so yet: what is read meanwhile is not sent once more. */
  settling: Set<string>
  /** Reads under way, and what was settled while they were: they may still bring it. */
  reads: number
  settledMeanwhile: string[]
  bucket: TokenBucket
}

/** One socket of a client. */
export type RelayPeer = {
  client: RelayClient
  socket: WebSocket
  /** What the socket writes to. */
  connection: Writable
  topics: Map<string, Followed>
  /** Sent and not acknowledged, by the id of the delivery. */
  inFlight: Map<number, Delivery>
  /** Topics whose mailbox is to be read before anything of them is sent. */
  behind: Set<Followed>
  isReading: boolean
  isClosed: boolean
  /** It flooded the relay: nothing more of it is taken. */
  isStopped: boolean
  /** Fetched messages by the ping that went out behind them: its pong says that they arrived. */
  fetched: Map<string, readonly Receipt[]>
  /** Frames that came and wait for their turn. */
  queue: Buffer[]
  /** Frames taken in this turn of the event loop, and which turn that is. */
  taken: number
  turn: number
  /** Calls that are not answered yet. */
  pending: number
  /** Whether anything came since the last ping. */
  isAlive: boolean
  /** When the last frame came, Unix milliseconds. */
  heardAt: number
}

/** Names a message. */
export type Receipt = { topic: string; messageId: string }

/** A topic that a socket follows. */
export type Followed = {
  peer: RelayPeer
  topic: string
  /** SHA-256 of topic and client id, as clients compute it too. */
  subscriptionId: string
  /** Whether messages are sent as they come; otherwise the mailbox is read first. */
  isLive: boolean
  /** What comes while the mailbox is read; undefined when it is not. */
  held: Held | undefined
  /** Subscriptions that count or are under way: a failed one ends nothing that an earlier one began. */
  claims: number
  /** The highest sequence that was sent. */
  last: number
}

/** What came while a mailbox was read. */
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

/** A message on its topic, as one text. */
export function keyOf({ topic, messageId }: Receipt): string {
  return `${topic} ${messageId}`
}

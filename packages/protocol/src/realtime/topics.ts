import { isAccountId } from '../caip/accountId.ts'
import { isAssetId } from '../caip/assetId.ts'

/** What a client may follow. `balance` and `history` take an account (CAIP-10), `price` and `trades` an asset (CAIP-19), `name` a whole name, `order` the id of a purchase. */
export const topicKinds = ['balance', 'history', 'price', 'trades', 'name', 'order'] as const

/** The kind of a realtime topic. */
export type TopicKind = (typeof topicKinds)[number]

/** A realtime topic, for example `balance:eip155:31337:0x…`; hexadecimal addresses in lower case. */
export type Topic = `${TopicKind}:${string}`

/** Tells whether a value is a topic that the stream serves. */
export function isTopic(value: unknown): value is Topic {
  if (typeof value !== 'string') return false
  const colon = value.indexOf(':')
  const kind = value.slice(0, colon)
  const subject = value.slice(colon + 1)
  if (kind === 'balance' || kind === 'history') return isAccountId(subject)
  // Only as names are written that a server registers: nobody follows a text that is none.
  if (kind === 'name') return subject.length <= 255 && /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(subject)
  if (kind === 'order') return /^[0-9a-f]{32}$/.test(subject)
  return (kind === 'price' || kind === 'trades') && isAssetId(subject)
}

/**
 * Builds a topic; EVM addresses are lower-cased so that both ends agree.
 *
 * @example toTopic('balance', 'eip155:31337:0xAbC…') // 'balance:eip155:31337:0xabc…'
 */
export function toTopic(kind: TopicKind, subject: string): Topic {
  return `${kind}:${subject.startsWith('eip155:') ? subject.toLowerCase() : subject}`
}

/** The path of the event stream: `GET /v1/stream?topics=a,b&projectId=`; server-sent events, or a WebSocket on the same path. */
export const streamPath = '/v1/stream'

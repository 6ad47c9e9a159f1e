import { isAccountId } from '../caip/accountId.ts'
import { isAssetId } from '../caip/assetId.ts'

/** Kinds of topics. `balance` and `history` need a CAIP-10 account, `price` and `trades` a CAIP-19 asset, `name` a name, `order` an order ID. */
export const topicKinds = ['balance', 'history', 'price', 'trades', 'name', 'order'] as const

/** The kind of a realtime topic. */
export type TopicKind = (typeof topicKinds)[number]

/** A realtime topic, for example `balance:eip155:31337:0x…`; hexadecimal addresses in lower case. */
export type Topic = `${TopicKind}:${string}`

/** Whether a value is a topic of the event stream. */
export function isTopic(value: unknown): value is Topic {
  if (typeof value !== 'string') return false
  const colon = value.indexOf(':')
  const kind = value.slice(0, colon)
  const subject = value.slice(colon + 1)
  if (kind === 'balance' || kind === 'history') return isAccountId(subject)
  // Accept only names in their registered form, because no client needs another one.
  if (kind === 'name') return subject.length <= 255 && /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(subject)
  if (kind === 'order') return /^[0-9a-f]{32}$/.test(subject)
  return (kind === 'price' || kind === 'trades') && isAssetId(subject)
}

/**
 * Builds a topic, with EVM addresses in lower case, so that both ends use the same text.
 *
 * @example toTopic('balance', 'eip155:31337:0xAbC…') // 'balance:eip155:31337:0xabc…'
 */
export function toTopic(kind: TopicKind, subject: string): Topic {
  return `${kind}:${subject.startsWith('eip155:') ? subject.toLowerCase() : subject}`
}

/** The path of the event stream: `GET /v1/stream?topics=a,b&projectId=`; server-sent events, or a WebSocket on the same path. */
export const streamPath = '/v1/stream'

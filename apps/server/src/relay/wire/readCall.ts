import { type RelayMethod, relayLimits, sessionCalls } from '@latchkey/protocol/relay'
import { type RelayRefusal, refuseCall } from './relayRefusals.ts'

/** A message from its sender. */
export type Publication = {
  topic: string
  message: string
  tag: number
  /** Seconds. */
  ttl: number
  attestation: string | undefined
}

/** A validated call of a client, without the client's analytics (`tvf`, `correlationId`). */
export type RelayCall =
  /** `subscribe`: topics that the caller follows from then on. */
  | { kind: 'publish'; messages: readonly Publication[]; subscribe: readonly string[] }
  | { kind: 'subscribe'; topics: readonly string[]; isBatch: boolean }
  | { kind: 'unsubscribe'; topics: readonly string[] }
  | { kind: 'fetch'; topics: readonly string[] }
  | { kind: 'receive'; receipts: readonly { topic: string; messageId: string }[] }

type Params = Record<string, unknown>

const hexadecimal64 = /^[0-9a-fA-F]{64}$/
/** 32 bits, as in other relays. */
const largestTag = 0xffff_ffff

/** Reads the parameters of a call. Unknown ones are ignored. */
export function readCall(method: string, params: unknown): RelayCall | RelayRefusal {
  if (!Object.hasOwn(readers, method)) return refuseCall('InvalidMethod', describeUnknown(method))
  if (typeof params !== 'object' || params === null || Array.isArray(params)) {
    return refuseCall('InvalidParams', 'params: expected an object')
  }
  return readers[method as RelayMethod](params as Params)
}

const readers: Record<RelayMethod, (params: Params) => RelayCall | RelayRefusal> = {
  irn_publish: (params) => {
    const message = readPublication(params)
    return 'code' in message ? message : { kind: 'publish', messages: [message], subscribe: [] }
  },
  irn_batchPublish: ({ messages }) => {
    const list = readBatch({ name: 'messages', value: messages, readOne: (entry) => readPublication(toParams(entry)) })
    return Array.isArray(list) ? { kind: 'publish', messages: list, subscribe: [] } : list
  },
  irn_subscribe: readSubscribe,
  irn_subscribeBlocking: readSubscribe,
  irn_batchSubscribe: readBatchSubscribe,
  irn_batchSubscribeBlocking: readBatchSubscribe,
  irn_unsubscribe: ({ topic }) =>
    isTopic(topic) ? { kind: 'unsubscribe', topics: [topic] } : refuseCall('InvalidTopic'),
  irn_batchUnsubscribe: ({ subscriptions }) => {
    const topics = readBatch({ name: 'subscriptions', value: subscriptions, readOne: readSubscription })
    return Array.isArray(topics) ? { kind: 'unsubscribe', topics } : topics
  },
  irn_fetchMessages: ({ topic }) => (isTopic(topic) ? { kind: 'fetch', topics: [topic] } : refuseCall('InvalidTopic')),
  irn_batchFetchMessages: ({ topics }) => {
    const list = readTopics(topics)
    return Array.isArray(list) ? { kind: 'fetch', topics: list } : list
  },
  irn_batchReceive: ({ receipts }) => {
    const list = readBatch({ name: 'receipts', value: receipts, readOne: readReceipt })
    return Array.isArray(list) ? { kind: 'receive', receipts: list } : list
  },
  wc_proposeSession: (params) => {
    const { pairingTopic, sessionProposal, ttl = sessionCalls.wc_sessionPropose.request.ttl, attestation } = params
    const { tag } = sessionCalls.wc_sessionPropose.request
    const proposal = readPublication({ topic: pairingTopic, message: sessionProposal, ttl, tag, attestation }, [
      'pairingTopic',
      'sessionProposal',
    ])
    return 'code' in proposal ? proposal : { kind: 'publish', messages: [proposal], subscribe: [proposal.topic] }
  },
  wc_approveSession: (params) => {
    const { sessionTopic, pairingTopic, sessionProposalResponse, sessionSettlementRequest } = params
    const { ttl = sessionCalls.wc_sessionSettle.request.ttl } = params
    const answer = readPublication(
      { topic: pairingTopic, message: sessionProposalResponse, ttl, tag: sessionCalls.wc_sessionPropose.response.tag },
      ['pairingTopic', 'sessionProposalResponse'],
    )
    if ('code' in answer) return answer
    const settlement = readPublication(
      { topic: sessionTopic, message: sessionSettlementRequest, ttl, tag: sessionCalls.wc_sessionSettle.request.tag },
      ['sessionTopic', 'sessionSettlementRequest'],
    )
    if ('code' in settlement) return settlement
    return { kind: 'publish', messages: [answer, settlement], subscribe: [settlement.topic] }
  },
}

function readPublication(
  { topic, message, ttl = relayLimits.defaultTtl, tag = 0, attestation }: Params,
  [topicName, messageName]: readonly [string, string] = ['topic', 'message'],
): Publication | RelayRefusal {
  if (!isTopic(topic)) return refuseCall('InvalidTopic', `${topicName}: expected 64 hexadecimal digits`)
  if (typeof message !== 'string' || message === '') {
    return refuseCall('InvalidParams', `${messageName}: expected a text that is not empty`)
  }
  if (typeof ttl !== 'number' || !Number.isInteger(ttl)) {
    return refuseCall('InvalidParams', 'ttl: expected a whole number of seconds')
  }
  if (ttl < relayLimits.minimumTtl) return refuseCall('TtlTooShort')
  if (ttl > relayLimits.maximumTtl) return refuseCall('TtlTooLong')
  if (typeof tag !== 'number' || !Number.isInteger(tag) || tag < 0 || tag > largestTag) {
    return refuseCall('InvalidParams', 'tag: expected a whole number of 32 bits')
  }
  if (typeof attestation !== 'string' && attestation !== undefined && attestation !== null) {
    return refuseCall('InvalidParams', 'attestation: expected a text')
  }
  return { topic, message, ttl, tag, attestation: attestation ?? undefined }
}

function readSubscribe({ topic }: Params): RelayCall | RelayRefusal {
  return isTopic(topic) ? { kind: 'subscribe', topics: [topic], isBatch: false } : refuseCall('InvalidTopic')
}

function readBatchSubscribe({ topics }: Params): RelayCall | RelayRefusal {
  const list = readTopics(topics)
  return Array.isArray(list) ? { kind: 'subscribe', topics: list, isBatch: true } : list
}

function readTopics(value: unknown): string[] | RelayRefusal {
  return readBatch({
    name: 'topics',
    value,
    readOne: (topic) => (isTopic(topic) ? topic : refuseCall('InvalidTopic')),
  })
}

function readSubscription(value: unknown): string | RelayRefusal {
  const { topic } = toParams(value)
  return isTopic(topic) ? topic : refuseCall('InvalidTopic')
}

function readReceipt(value: unknown): { topic: string; messageId: string } | RelayRefusal {
  const { topic, messageId } = toParams(value)
  if (!isTopic(topic)) return refuseCall('InvalidTopic')
  if (typeof messageId !== 'string' || !hexadecimal64.test(messageId)) {
    return refuseCall('InvalidParams', 'messageId: expected the SHA-256 of the message, 64 hexadecimal digits')
  }
  return { topic, messageId: messageId.toLowerCase() }
}

function readBatch<Item extends string | object>({
  name,
  value,
  readOne,
}: {
  name: string
  value: unknown
  readOne: (entry: unknown) => Item | RelayRefusal
}): Item[] | RelayRefusal {
  if (!Array.isArray(value)) return refuseCall('InvalidParams', `${name}: expected a list`)
  if (value.length === 0) return refuseCall('BatchEmpty')
  if (value.length > relayLimits.batch) return refuseCall('BatchLimitExceeded')
  const items: Item[] = []
  for (const entry of value) {
    const item = readOne(entry)
    if (isRefusal(item)) return item
    items.push(item)
  }
  return items
}

function isRefusal(value: string | object): value is RelayRefusal {
  return typeof value === 'object' && 'code' in value
}

function isTopic(value: unknown): value is string {
  return typeof value === 'string' && hexadecimal64.test(value)
}

function toParams(value: unknown): Params {
  return typeof value === 'object' && value !== null ? (value as Params) : {}
}

function describeUnknown(method: string): string {
  return /^irn_watch(Un)?register$/i.test(method)
    ? 'This relay offers no webhooks: irn_watchRegister and irn_watchUnregister are not among its methods'
    : `This relay has no method ${JSON.stringify(method.slice(0, 64))}`
}

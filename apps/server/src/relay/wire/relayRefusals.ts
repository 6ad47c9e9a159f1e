import { relayErrorCodes } from '@latchkey/protocol/relay'

/** The error object of a JSON-RPC reply. `data` is the short tag that clients compare. */
export type RelayRefusal = { code: number; message: string; data: RelayRefusalTag }

const { payload, handler, internal, tooManyRequests } = relayErrorCodes

/** Refusals of calls, by tag. Source: WalletConnect specification, relay RPC errors. */
const refusals = {
  Serialization: { code: payload, message: 'The frame is not a JSON-RPC message in a text frame' },
  InvalidJsonRpcVersion: { code: payload, message: 'jsonrpc: expected "2.0"' },
  InvalidRequestId: { code: payload, message: 'id: expected a whole number from 1000000000 on' },
  InvalidMethod: { code: payload, message: 'This relay has no such method' },
  InvalidParams: { code: payload, message: 'The parameters are not those of the method' },
  InvalidTopic: { code: payload, message: 'topic: expected 64 hexadecimal digits' },
  PayloadSizeExceeded: { code: payload, message: 'A frame has at most 262144 bytes' },
  BatchEmpty: { code: payload, message: 'A batch has at least one entry' },
  BatchLimitExceeded: { code: payload, message: 'A batch has at most 500 entries' },
  TtlTooShort: { code: handler, message: 'ttl: expected at least 1 second' },
  TtlTooLong: { code: handler, message: 'ttl: expected at most 604800 seconds' },
  MailboxLimitExceeded: { code: handler, message: 'Too much waits on this topic already' },
  SubscriberLimitExceeded: { code: handler, message: 'This client follows too many topics' },
  TooManyRequests: { code: tooManyRequests, message: 'Too many messages: send fewer a second' },
  Internal: { code: internal, message: 'The relay cannot reach its store: send it again' },
} as const

/** Kind of a refusal, in one word. */
export type RelayRefusalTag = keyof typeof refusals

/**
 * Returns the refusal of a tag.
 *
 * @param message details of the problem; default: the sentence of the tag
 * @example refuseCall('InvalidParams', 'ttl: expected a whole number')
 */
export function refuseCall(tag: RelayRefusalTag, message: string = refusals[tag].message): RelayRefusal {
  return { code: refusals[tag].code, message, data: tag }
}

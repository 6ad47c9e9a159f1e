import { findIdToken } from './findIdToken.ts'
import { type RelayRefusal, refuseCall } from './relayRefusals.ts'

/** A client's text frame, with unparsed parameters. */
export type Frame =
  /** `id` is the text of the id, to be echoed unchanged. */
  | { kind: 'request'; id: string; method: string; params: unknown }
  /** The answer to a delivery. `isReceived` if the result is true. */
  | { kind: 'answer'; id: number; isReceived: boolean }
  | { kind: 'invalid'; id: string; refusal: RelayRefusal }

/** At least 10 digits. Twenty digits fit every unsigned 64-bit number. */
const requestId = /^[1-9][0-9]{9,19}$/
/** The smallest id of a request. */
const smallestId = 1e9

/** Reads a text frame. An invalid frame without a usable id gets the id 0. */
export function readFrame(text: string): Frame {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { kind: 'invalid', id: '0', refusal: refuseCall('Serialization') }
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { kind: 'invalid', id: '0', refusal: refuseCall('Serialization') }
  }
  const { id, jsonrpc, method, params, result, error } = value as Record<string, unknown>
  if (method === undefined && (result !== undefined || error !== undefined)) {
    const answered = typeof id === 'string' ? Number(id) : id
    if (typeof answered === 'number') return { kind: 'answer', id: answered, isReceived: result === true }
  }
  if (jsonrpc !== '2.0') {
    return { kind: 'invalid', id: echoId(id, text), refusal: refuseCall('InvalidJsonRpcVersion') }
  }
  const token = readRequestId(id, text)
  if (token === undefined) return { kind: 'invalid', id: echoId(id, text), refusal: refuseCall('InvalidRequestId') }
  if (typeof method !== 'string') return { kind: 'invalid', id: token, refusal: refuseCall('InvalidMethod') }
  return { kind: 'request', id: token, method, params }
}

function readRequestId(id: unknown, text: string): string | undefined {
  if (typeof id === 'string') return requestId.test(id) ? `"${id}"` : undefined
  if (typeof id !== 'number') return undefined
  if (Number.isSafeInteger(id)) return id >= smallestId ? String(id) : undefined
  const token = findIdToken(text)
  return token !== undefined && requestId.test(token) ? token : undefined
}

/** Returns the id to echo for a message that is refused because of its id or version. */
function echoId(id: unknown, text: string): string {
  if (typeof id === 'string') return id.length <= 64 ? JSON.stringify(id) : '0'
  if (typeof id !== 'number') return '0'
  const token = findIdToken(text)
  return token !== undefined && token.length <= 64 ? token : '0'
}

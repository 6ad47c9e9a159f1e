import { type RelayDelivery, relaySubscriptionMethod } from '@latchkey/protocol/relay'

/** Answer of a relay to a request. */
export type RelayAnswer = { result: unknown } | { error: { code: number; tag: string } }

/** A frame of a relay: an answer to a request, or a message. Its `id` must be sent back exactly as in the frame. */
export type RelayFrame =
  | { kind: 'answer'; id: number; answer: RelayAnswer }
  | { kind: 'delivery'; id: string; delivery: Omit<RelayDelivery, 'tag' | 'attestation'> }

/** Parses a text frame; undefined if a client does not answer it. */
export function readRelayFrame(text: unknown): RelayFrame | undefined {
  if (typeof text !== 'string') return undefined
  const frame = parse(text)
  if (!isRecord(frame)) return undefined
  if (frame.method === relaySubscriptionMethod) {
    const id = readId(frame.id, text)
    const data = isRecord(frame.params) && frame.params.data
    if (id === undefined || !isRecord(data)) return undefined
    const { topic, message, publishedAt } = data
    if (typeof topic !== 'string' || typeof message !== 'string') return undefined
    return {
      kind: 'delivery',
      id,
      delivery: { topic, message, publishedAt: typeof publishedAt === 'number' ? publishedAt : 0 },
    }
  }
  if ('method' in frame) return undefined
  // Our IDs are numbers; a relay may have turned them into strings.
  const id = Number(frame.id)
  if ('result' in frame) return { kind: 'answer', id, answer: { result: frame.result } }
  const error = frame.error
  if (!isRecord(error)) return undefined
  const tag = typeof error.data === 'string' ? error.data : String(error.message)
  return { kind: 'answer', id, answer: { error: { code: Number(error.code), tag } } }
}

/** Returns the ID as the relay wrote it: `JSON.parse` changes numbers beyond 2^53. */
function readId(id: unknown, text: string): string | undefined {
  if (typeof id === 'string') return JSON.stringify(id)
  if (typeof id !== 'number') return undefined
  if (Number.isSafeInteger(id)) return String(id)
  for (const [, digits = ''] of text.matchAll(/"id"\s*:\s*(-?\d+)/g)) if (Number(digits) === id) return digits
  return undefined
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

import { relaySubscriptionMethod } from '@latchkey/protocol/relay'
import type { StoredMessage } from '../RelayStore.ts'
import type { RelayRefusal } from './relayRefusals.ts'

/**
 * Writes a reply.
 *
 * @param id the text of the request's id, echoed unchanged
 * @param result JSON
 */
export function writeResult(id: string, result: string): string {
  return `{"id":${id},"jsonrpc":"2.0","result":${result}}`
}

/** Writes a refusal. */
export function writeRefusal(id: string, refusal: RelayRefusal): string {
  return `{"id":${id},"jsonrpc":"2.0","error":${JSON.stringify(refusal)}}`
}

/** Writes the content of a delivery (`RelayDelivery`) as JSON, which is the same for all receivers. */
export function writeMessage({ topic, message, publishedAt, tag, attestation }: StoredMessage): string {
  const vouched = attestation === undefined ? '' : `,"attestation":${JSON.stringify(attestation)}`
  return `{"topic":"${topic}","message":${JSON.stringify(message)},"publishedAt":${publishedAt},"tag":${tag}${vouched}}`
}

/**
 * Writes a delivery.
 *
 * @param options.id below 2^53
 * @param options.data of {@link writeMessage}
 */
export function writeDelivery({
  id,
  subscriptionId,
  data,
}: {
  id: number
  subscriptionId: string
  data: string
}): string {
  return `{"id":${id},"jsonrpc":"2.0","method":"${relaySubscriptionMethod}","params":{"id":"${subscriptionId}","data":${data}}}`
}

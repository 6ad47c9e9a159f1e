import { relaySubscriptionMethod } from '@latchkey/protocol/relay'
import type { StoredMessage } from '../RelayStore.ts'
import type { RelayRefusal } from './relayRefusals.ts'

/**
 * An answer.
 *
 * @param id the text of the request's id, echoed as it came
 * @param result JSON
 */
export function writeResult(id: string, result: string): string {
  return `{"id":${id},"jsonrpc":"2.0","result":${result}}`
}

/** A refusal. */
export function writeRefusal(id: string, refusal: RelayRefusal): string {
  return `{"id":${id},"jsonrpc":"2.0","error":${JSON.stringify(refusal)}}`
}

/** What a delivery says about a message (`RelayDelivery`), JSON: the same for everybody who gets it. */
export function writeMessage({ topic, message, publishedAt, tag, attestation }: StoredMessage): string {
  const vouched = attestation === undefined ? '' : `,"attestation":${JSON.stringify(attestation)}`
  return `{"topic":"${topic}","message":${JSON.stringify(message)},"publishedAt":${publishedAt},"tag":${tag}${vouched}}`
}

/**
 * A delivery.
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

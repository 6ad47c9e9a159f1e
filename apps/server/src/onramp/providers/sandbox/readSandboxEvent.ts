import { createHmac } from 'node:crypto'
import { isSameHash } from '../../../platform/crypto/isSameHash.ts'
import type { ProviderEvent } from '../OnrampProvider.ts'
import { invalidMessage, readMessage } from '../readMessage.ts'
import { sandboxEventSchema } from './sandboxSchema.ts'

/** Seconds. Covers the difference between the clocks and the delivery time. */
const tolerance = 300

/**
 * Parses a message of the sandbox card processor: `card-signature: t=<unix seconds>,v1=<hex HMAC-SHA256 of "t.body">`.
 *
 * @param options.key the secret of its webhooks
 * @param options.now Unix milliseconds
 * @throws LatchkeyError `onramp_webhook_invalid`
 */
export function readSandboxEvent({
  headers,
  body,
  key,
  now,
}: {
  headers: Headers
  body: string
  key: string
  now: number
}): ProviderEvent {
  const signature = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(headers.get('card-signature') ?? '')
  if (!signature) throw invalidMessage('without a signature')
  const [, time = '', mac = ''] = signature
  const expected = createHmac('sha256', key).update(`${time}.${body}`).digest()
  if (!isSameHash(expected, Buffer.from(mac, 'hex'))) throw invalidMessage('with another signature')
  if (Math.abs(now / 1000 - Number(time)) > tolerance) throw invalidMessage('of another time')
  const event = readMessage({ body, schema: sandboxEventSchema })
  return { id: event.id, orders: [{ id: event.data.reference }] }
}

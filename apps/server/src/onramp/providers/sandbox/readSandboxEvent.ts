import { createHmac } from 'node:crypto'
import { ServiceError } from '@latchkey/protocol/errors'
import { isSameMac } from '../isSameMac.ts'
import type { ProviderEvent } from '../OnrampProvider.ts'
import { sandboxEventSchema } from './sandboxSchema.ts'

/** Seconds by which the clocks of both sides, and the way between them, may differ. */
const tolerance = 300

/**
 * Reads a message of the sandbox card processor: `card-signature: t=<unix seconds>,v1=<hex HMAC-SHA256 of "t.body">`.
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
  if (!signature) throw invalid('without a signature')
  const [, time = '', mac = ''] = signature
  const expected = createHmac('sha256', key).update(`${time}.${body}`).digest()
  if (!isSameMac(expected, Buffer.from(mac, 'hex'))) throw invalid('with another signature')
  if (Math.abs(now / 1000 - Number(time)) > tolerance) throw invalid('of another time')
  const event = sandboxEventSchema.safeParse(readJson(body))
  if (!event.success) throw invalid('that says nothing')
  return { id: event.data.id, orders: [{ id: event.data.data.reference }] }
}

function invalid(what: string): ServiceError {
  return new ServiceError('onramp_webhook_invalid', { details: `a message ${what}` })
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

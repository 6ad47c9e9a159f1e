import { createHash, createHmac } from 'node:crypto'
import { isSameHash } from '../../../platform/crypto/isSameHash.ts'
import type { ProviderEvent } from '../OnrampProvider.ts'
import { invalidMessage, readMessage } from '../readMessage.ts'
import { eventSchema } from './coinbaseSchemas.ts'

/** Seconds. The documentation refuses older messages. */
const tolerance = 300
const mostHeaders = 20

/**
 * Parses a message of Coinbase: `X-Hook0-Signature: t=<unix seconds>,v0=<hex>,h=<names of headers>,v1=<hex>`. `v1` is the
 * HMAC-SHA256 of `t.h.<values of the headers, joined by full stops>.body`, and `v0` the one of `t.body`. If there is a `v1`,
 * only `v1` counts.
 *
 * Sources: "Verify Signatures" and "Onramp & Offramp Webhooks" of the CDP documentation.
 *
 * @param options.secret of the webhook's subscription
 * @param options.now Unix milliseconds
 * @throws LatchkeyError `onramp_webhook_invalid`
 */
export function readCoinbaseEvent({
  headers,
  body,
  secret,
  now,
}: {
  headers: Headers
  body: string
  secret: string
  now: number
}): ProviderEvent {
  const { t: time = '', h: names, v0, v1 } = readParts(headers.get('x-hook0-signature') ?? '')
  if (!/^\d{1,12}$/.test(time)) throw invalidMessage('without a signature')
  const signed = v1 === undefined ? `${time}.${body}` : `${time}.${names ?? ''}.${readValues(headers, names)}.${body}`
  const expected = createHmac('sha256', secret).update(signed).digest()
  const given = v1 ?? v0
  if (given === undefined || !/^[0-9a-f]{64}$/i.test(given)) throw invalidMessage('without a signature')
  if (!isSameHash(expected, Buffer.from(given, 'hex'))) throw invalidMessage('with another signature')
  if (Math.abs(now / 1000 - Number(time)) > tolerance) throw invalidMessage('of another time')
  const event = readMessage({ body, schema: eventSchema })
  const { partnerUserRef } = event
  // Bodies have no message ID. A repeated message has the same body, so its hash is the ID.
  return {
    id: createHash('sha256').update(body).digest('hex'),
    orders: partnerUserRef ? [{ reference: partnerUserRef }] : [],
  }
}

/** Splits the header into parts. A repeated part is ambiguous and counts as missing. */
function readParts(header: string): { [name: string]: string | undefined } {
  const parts = new Map<string, string>()
  for (const part of header.length > 4000 ? [] : header.split(',')) {
    const [, name = '', value = ''] = /^\s*(\w+)=(.*?)\s*$/.exec(part) ?? []
    if (parts.has(name)) throw invalidMessage('with two signatures')
    parts.set(name, value)
  }
  return Object.fromEntries(parts)
}

function readValues(headers: Headers, names: string | undefined): string {
  const list = names ? names.split(' ') : []
  if (list.length > mostHeaders || !list.every((name) => /^[\w-]+$/.test(name)))
    throw invalidMessage('with odd headers')
  return list
    .map((name) => {
      const value = headers.get(name)
      if (value === null) throw invalidMessage('without a header that it signs')
      return value
    })
    .join('.')
}

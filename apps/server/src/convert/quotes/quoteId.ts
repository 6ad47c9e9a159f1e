import { createHash } from 'node:crypto'
import type { AccountId } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'

/** What a quote was about. */
export type QuoteSubject = { from: AccountId; to: AccountId; amount: bigint }

/** What a quote said. */
export type NamedQuote = { provider: string; amountOut: bigint }

/**
 * Names a quote. The name says itself what was quoted, so nothing has to be kept for it, and any process of the server
 * understands it. It gives nobody any right: it only lets its owner hold the server to what it showed.
 */
export function writeQuoteId({ provider, amountOut, ...subject }: NamedQuote & QuoteSubject): string {
  return `${provider}.${amountOut}.${digest(subject)}`
}

/**
 * Reads the name of a quote.
 *
 * @throws LatchkeyError `malformed_request` when it is none, or one of another swap
 */
export function readQuoteId(id: string, subject: QuoteSubject): NamedQuote {
  const [, provider, amountOut, mark] = /^([a-z0-9]{1,20})\.(\d{1,78})\.([0-9a-f]{16})$/.exec(id) ?? []
  if (provider === undefined || amountOut === undefined || mark !== digest(subject)) {
    throw new ServiceError('malformed_request', { field: 'quoteId', message: 'The quote is not one of this swap' })
  }
  return { provider, amountOut: BigInt(amountOut) }
}

function digest({ from, to, amount }: QuoteSubject): string {
  const text = `${from.toLowerCase()} ${to.toLowerCase()} ${amount}`
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}

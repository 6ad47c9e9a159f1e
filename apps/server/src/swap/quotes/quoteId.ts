import { createHash } from 'node:crypto'
import type { AccountId } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'

/** The swap of a quote. */
export type QuoteSubject = { from: AccountId; to: AccountId; amount: bigint }

/** Provider and output of a quote. */
export type NamedQuote = { provider: string; amountOut: bigint }

/**
 * Writes the ID of a quote. The ID contains the quoted amount, so the server stores nothing, and each of its processes can
 * read it. It grants no rights: a client can only use it to hold the server to the quoted amount.
 */
export function writeQuoteId({ provider, amountOut, ...subject }: NamedQuote & QuoteSubject): string {
  return `${provider}.${amountOut}.${digest(subject)}`
}

/**
 * Reads the ID of a quote.
 *
 * @throws LatchkeyError `malformed_request` if it is malformed, or belongs to another swap
 */
export function readQuoteId(id: string, subject: QuoteSubject): NamedQuote {
  const [, provider, amountOut, mark] = /^([a-z0-9]{1,20})\.(\d{1,78})\.([0-9a-f]{16})$/.exec(id) ?? []
  if (provider === undefined || amountOut === undefined || mark !== digest(subject)) {
    throw new ServiceError('malformed_request', { field: 'quoteId', message: 'The quote does not belong to this swap' })
  }
  return { provider, amountOut: BigInt(amountOut) }
}

function digest({ from, to, amount }: QuoteSubject): string {
  const text = `${from.toLowerCase()} ${to.toLowerCase()} ${amount}`
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}

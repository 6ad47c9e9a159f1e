import { ServiceError } from '@latchkey/protocol/errors'
import type { CardFailure } from './Card.ts'

/** Converts an error for a card. */
export function toCardFailure(error: unknown): CardFailure {
  const { code, message, retryAfter } = error instanceof ServiceError ? error : new ServiceError('internal')
  return { code, message, ...(retryAfter === undefined ? {} : { retryAfter }) }
}

import { LatchkeyError } from '@latchkey/protocol'
import type { CardFailure } from '../frame/Card.ts'

/** A refusal as a card shows it. */
export function toCardFailure(error: unknown): CardFailure {
  const { code, message, retryAfter } = error instanceof LatchkeyError ? error : new LatchkeyError('internal')
  return { code, message, ...(retryAfter === undefined ? {} : { retryAfter }) }
}

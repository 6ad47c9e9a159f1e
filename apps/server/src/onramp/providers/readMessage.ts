import { ServiceError } from '@latchkey/protocol/errors'
import type { z } from 'zod'

/**
 * Parses a message after its signature was checked.
 *
 * @throws LatchkeyError `onramp_webhook_invalid`
 */
export function readMessage<Schema extends z.ZodType>({
  body,
  schema,
}: {
  body: string
  schema: Schema
}): z.output<Schema> {
  try {
    const read = schema.safeParse(JSON.parse(body))
    if (read.success) return read.data
  } catch {
    // Not JSON.
  }
  throw invalidMessage('that says nothing')
}

/** Creates the error for an invalid message. `what` is only for the log. */
export function invalidMessage(what: string): ServiceError {
  return new ServiceError('onramp_webhook_invalid', { details: `a message ${what}` })
}

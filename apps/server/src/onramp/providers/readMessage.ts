import { ServiceError } from '@latchkey/protocol/errors'
import type { z } from 'zod'

/**
 * What a message says; after its signature was checked.
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
    // No JSON.
  }
  throw invalidMessage('that says nothing')
}

/** The error for a message that is not the provider's. `what` is for the log alone. */
export function invalidMessage(what: string): ServiceError {
  return new ServiceError('onramp_webhook_invalid', { details: `a message ${what}` })
}

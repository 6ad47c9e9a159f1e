import { ServiceError } from '@latchkey/protocol/errors'
import { withTimeout } from '../platform/withTimeout.ts'

/** Milliseconds. */
const patience = 4_000

/**
 * Waits for what the database says, and not for ever: who looks how the server is may look because the database hangs.
 *
 * @throws ServiceError `not_ready`
 */
export function answerInTime<Value>(work: Promise<Value>): Promise<Value> {
  return withTimeout(
    work,
    patience,
    () => new ServiceError('not_ready', { message: 'The database does not answer at the moment' }),
  )
}

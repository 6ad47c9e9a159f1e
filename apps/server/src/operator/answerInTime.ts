import { ServiceError } from '@latchkey/protocol/errors'
import { withTimeout } from '../platform/withTimeout.ts'

/** Milliseconds. */
const patience = 4_000

/**
 * Waits for the database for a limited time, because a hanging database may be the reason why the operator opens the page.
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

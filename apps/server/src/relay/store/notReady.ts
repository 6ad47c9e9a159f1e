import { ServiceError } from '@latchkey/protocol/errors'

/** Creates the error of a store that is down or closed. */
export function notReady(cause?: unknown): ServiceError {
  return new ServiceError('not_ready', {
    message: 'The mailboxes of the relay cannot be reached at the moment',
    ...(cause === undefined ? {} : { cause }),
  })
}

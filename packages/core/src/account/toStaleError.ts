import { ServiceError } from '@latchkey/protocol/errors'
import type { Resource } from '../store/Resource.ts'

/**
 * What is wrong with an answer that the server could not renew, because the chain did not answer it: it gave what it had.
 *
 * @param staleSeconds the age that the answer came with, 0 when it is of now
 */
export function toStaleError(staleSeconds: number): Resource<unknown>['error'] {
  if (staleSeconds === 0) return undefined
  const { code, message } = new ServiceError('upstream_unavailable')
  return { code, message }
}

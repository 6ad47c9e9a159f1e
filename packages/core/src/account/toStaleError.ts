import { ServiceError } from '@latchkey/protocol/errors'
import type { Resource } from '../store/Resource.ts'

/**
 * Returns the error for a stale answer, which the server could not renew because no node answered.
 *
 * @param staleSeconds age of the answer, 0 for a fresh one
 */
export function toStaleError(staleSeconds: number): Resource<unknown>['error'] {
  if (staleSeconds === 0) return undefined
  const { code, message } = new ServiceError('upstream_unavailable')
  return { code, message }
}

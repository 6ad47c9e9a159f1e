import { ServiceError } from '@latchkey/protocol/errors'

/**
 * These permissions cannot be granted as they are.
 *
 * @param details what is wrong, for the app's developer
 * @param field which part of the request
 */
export function refusePermissions(details: string, field = 'permissions'): never {
  throw new ServiceError('permissions_invalid', { field, details })
}

import { ServiceError } from '@latchkey/protocol/errors'

/**
 * Throws an error for permissions that cannot be granted.
 *
 * @param details reason for the app's developer
 * @param field part of the request
 */
export function refusePermissions(details: string, field = 'permissions'): never {
  throw new ServiceError('permissions_invalid', { field, details })
}

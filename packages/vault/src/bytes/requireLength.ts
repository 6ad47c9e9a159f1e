import { ServiceError } from '@latchkey/protocol/errors'

/**
 * Refuses keys and shares of a wrong length before they reach any arithmetic.
 *
 * @throws LatchkeyError `malformed_request` with the name as `field`
 */
export function requireLength({ name, bytes, length }: { name: string; bytes: Uint8Array; length: number }): void {
  if (!(bytes instanceof Uint8Array) || bytes.length !== length)
    throw new ServiceError('malformed_request', { field: name, details: `${name} must have ${length} bytes` })
}

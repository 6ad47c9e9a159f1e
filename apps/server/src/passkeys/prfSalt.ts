import { createHash } from 'node:crypto'

/**
 * What a passkey's PRF is evaluated at, base64url: the same for everybody, so that one tap without a user name logs in and unlocks. The
 * wallet derives per wallet from the result.
 */
export const prfSalt: string = createHash('sha256').update('ew/prf/v1').digest('base64url')

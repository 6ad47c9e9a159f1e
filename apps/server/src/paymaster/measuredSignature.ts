import { ServiceError } from '@latchkey/protocol/errors'
import {
  decodeSessionSignature,
  sessionIdOf,
  stubSessionSignature,
  stubSignature,
  type UserOperation,
} from '@latchkey/smart-account'
import { size } from 'viem'

/** Signature length of an EOA in bytes; a passkey's is longer. */
const ordinary = 65
/** Stub of a passkey. It is refused, and costs as much gas as a valid one. */
const passkey = { x: `0x${'00'.repeat(32)}`, y: `0x${'00'.repeat(32)}` } as const

/**
 * Returns a stub for the signature during the measurement, never the caller's signature. Its bytes cost gas, and nothing
 * fixes them. With a long stub and a short final signature, the submitter of the operation would keep the difference.
 *
 * @throws ServiceError `sponsorship_refused` for a permission's signature without its rules
 */
export function measuredSignature({
  nonce,
  signature,
}: Pick<UserOperation, 'nonce' | 'signature'>): UserOperation['signature'] {
  if (sessionIdOf(nonce) === undefined) return stubSignature(size(signature) > ordinary ? { passkey } : {})
  const read = decodeSessionSignature(signature)
  if (read) return stubSessionSignature(read)
  throw new ServiceError('sponsorship_refused', {
    field: 'signature',
    message: 'The rules of the permission are missing',
  })
}

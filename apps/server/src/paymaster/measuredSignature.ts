import { ServiceError } from '@latchkey/protocol/errors'
import {
  decodeSessionSignature,
  sessionIdOf,
  stubSessionSignature,
  stubSignature,
  type UserOperation,
} from '@latchkey/smart-account'
import { size } from 'viem'

/** Bytes of an ordinary account's signature; a passkey's is longer. */
const ordinary = 65
/** Any passkey's stub will do: it is refused, and costs as much as a right one. */
const passkey = { x: `0x${'00'.repeat(32)}`, y: `0x${'00'.repeat(32)}` } as const

/**
 * What stands for an operation's signature while it is measured what the operator pays: never the caller's own. Its bytes are paid for, and
 * nothing binds it: a long one that is not what is sent later would be a gift to who sends the operation.
 *
 * @throws ServiceError `sponsorship_refused` for a session's without its rules
 */
export function measuredSignature({
  nonce,
  signature,
}: Pick<UserOperation, 'nonce' | 'signature'>): UserOperation['signature'] {
  if (sessionIdOf(nonce) === undefined) return stubSignature(size(signature) > ordinary ? { passkey } : {})
  const read = decodeSessionSignature(signature)
  if (read) return stubSessionSignature(read)
  throw new ServiceError('sponsorship_refused', { field: 'signature', message: 'The rules of the session are missing' })
}

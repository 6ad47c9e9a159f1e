import { parseChainId } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { findSiwxIssue, writeSiwxMessage } from '@latchkey/protocol/siwx'
import { checksumAddress } from '../chains/eip155/checksumAddress.ts'
import type { SiwxMessage, SiwxMessageData } from './Siwx.ts'

/** Options of {@link createSiwxMessage}: the message's fields. `version` defaults to '1' and `issuedAt` to now. */
export type CreateSiwxMessageParameters = Omit<SiwxMessageData, 'version'> & { version?: string }

/**
 * Creates the sign-in message. For `eip155` it follows EIP-4361 exactly; for `solana` and `bip122` it has the same format with the family's
 * name (CAIP-122). Every field is validated, so that no field can imitate another one.
 *
 * @throws LatchkeyError `siwx_message_invalid`, with the `field`
 * @example
 * const message = createSiwxMessage({ accountAddress, chainId: 'eip155:1', domain: 'example.com', uri: 'https://example.com', nonce })
 * message.toString() // 'example.com wants you to sign in with your Ethereum account:\n…'
 */
export function createSiwxMessage(parameters: CreateSiwxMessageParameters): SiwxMessage {
  const { statement, ...fields } = parameters
  const data = {
    version: '1',
    issuedAt: new Date().toISOString(),
    ...withoutUndefined(fields),
    ...(statement ? { statement } : {}),
  }
  const issue = findSiwxIssue(data)
  if (issue) throw new ServiceError('siwx_message_invalid', { field: issue })
  const { namespace } = parseChainId(data.chainId)
  const accountAddress = namespace === 'eip155' ? checksumAddress(data.accountAddress) : data.accountAddress
  const text = writeSiwxMessage({ ...data, accountAddress })
  return { ...data, accountAddress, toString: () => text }
}

function withoutUndefined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined)) as T
}

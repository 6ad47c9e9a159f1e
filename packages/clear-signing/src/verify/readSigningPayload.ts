import { ServiceError } from '@latchkey/protocol/errors'
import { hashMessage } from 'viem/utils'
import { readOperationCalls } from '../batch/describeBatch.ts'
import type { Description, PreparedTransaction } from '../Description.ts'
import { readMessage } from '../message/readMessage.ts'
import { parseRequest } from '../request/readRequest.ts'
import type { TransactionRequest } from '../transaction/TransactionRequest.ts'
import { readTypedData } from '../typedData/readTypedData.ts'

/** Payload of a described request for the key holder. */
export type SigningPayload =
  | { kind: 'transaction'; account: `0x${string}`; transaction: PreparedTransaction }
  /** ECDSA signs `digest`; `v` of the signature is 27 or 28. */
  | { kind: 'typedData'; account: `0x${string}`; digest: `0x${string}` }
  /** `message`: the bytes themselves, which a smart account signs differently. */
  | { kind: 'message'; account: `0x${string}`; digest: `0x${string}`; message: `0x${string}` }
  /** The account's calls, all or none; the creator of the operation encodes them. */
  | { kind: 'operation'; account: `0x${string}`; calls: readonly OperationCall[] }

/** One call of an operation. */
export type OperationCall = { to: `0x${string}`; value: bigint; data: `0x${string}` }

/**
 * Returns the payload to sign for an approved description, which is exactly the shown request.
 *
 * @throws LatchkeyError `request_refused` if a finding forbids it, or there is nothing to sign
 */
export function readSigningPayload({ description }: { description: Description }): SigningPayload {
  if (description.findings.some(({ level }) => level === 'refuse')) throw new ServiceError('request_refused')
  try {
    const request = parseRequest(description.raw)
    const { method, account, params } = request
    if (request.asOperation) return { kind: 'operation', account, calls: readOperationCalls(request).map(toCall) }
    if (method === 'eth_sendTransaction' && description.transaction)
      return { kind: 'transaction', account, transaction: description.transaction }
    if (method === 'personal_sign') {
      const { bytes: message } = readMessage(params)
      return { kind: 'message', account, digest: hashMessage({ raw: message }), message }
    }
    if (method === 'eth_signTypedData_v4')
      return { kind: 'typedData', account, digest: readTypedData(params).data.digest }
  } catch (cause) {
    throw new ServiceError('request_refused', {
      cause,
      details: 'The description has no request that can be signed',
    })
  }
  throw new ServiceError('request_refused', { details: 'There is nothing to sign in this description' })
}

function toCall({ to, value, data }: TransactionRequest): OperationCall {
  if (to === null) throw new ServiceError('request_refused', { details: 'An operation makes no contracts' })
  return { to, value, data }
}

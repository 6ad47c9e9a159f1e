import { LatchkeyError } from '@latchkey/protocol'
import { hashMessage } from 'viem/utils'
import type { Description, PreparedTransaction } from '../Description.ts'
import { readMessage } from '../message/readMessage.ts'
import { parseRequest } from '../request/readRequest.ts'
import { readTypedData } from '../typedData/readTypedData.ts'

/** What a described request comes down to for whoever holds the key. */
export type SigningPayload =
  | { kind: 'transaction'; account: `0x${string}`; transaction: PreparedTransaction }
  /** `digest` is what ECDSA signs; `v` of the signature is 27 or 28. */
  | { kind: 'message' | 'typedData'; account: `0x${string}`; digest: `0x${string}` }

/**
 * Works out what is signed for a description that was approved: nothing else than what was shown.
 *
 * @throws LatchkeyError `request_refused` when a finding forbids it, or there is nothing that could be signed
 */
export function readSigningPayload({ description }: { description: Description }): SigningPayload {
  if (description.findings.some(({ level }) => level === 'refuse')) throw new LatchkeyError('request_refused')
  try {
    const { method, account, params } = parseRequest(description.raw)
    if (method === 'eth_sendTransaction' && description.transaction)
      return { kind: 'transaction', account, transaction: description.transaction }
    if (method === 'personal_sign')
      return { kind: 'message', account, digest: hashMessage({ raw: readMessage(params).bytes }) }
    if (method === 'eth_signTypedData_v4')
      return { kind: 'typedData', account, digest: readTypedData(params).data.digest }
  } catch (cause) {
    throw new LatchkeyError('request_refused', {
      cause,
      details: 'The description holds no request that can be signed',
    })
  }
  throw new LatchkeyError('request_refused', { details: 'There is nothing to sign in this description' })
}

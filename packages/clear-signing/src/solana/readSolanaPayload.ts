import { ServiceError } from '@latchkey/protocol/errors'
import type { Description } from '../Description.ts'
import { allFindings } from '../families/complete.ts'
import type { SolanaPayload } from '../families/FamilyPayload.ts'
import { parseFamilyRequest } from '../families/readFamilyRequest.ts'
import { readAsk, type SolanaAsk } from './readAsk.ts'

/**
 * Returns the payload to sign for an approved description, which is exactly the shown request.
 *
 * @throws LatchkeyError `request_refused` if a finding forbids it, or there is nothing to sign
 */
export function readSolanaPayload({ description }: { description: Description }): SolanaPayload {
  return readApproved(description).payload
}

/** Parses the request of an approved description again. @throws LatchkeyError `request_refused` */
export function readApproved(description: Description): { ask: SolanaAsk; payload: SolanaPayload } {
  if (allFindings(description).some(({ level }) => level === 'refuse')) throw new ServiceError('request_refused')
  let read: { ask: SolanaAsk; payload: SolanaPayload }
  try {
    const request = parseFamilyRequest(description.raw, 'solana')
    const ask = readAsk(request)
    read = { ask, payload: payloadOf({ account: request.account, ask }) }
  } catch (cause) {
    throw new ServiceError('request_refused', {
      cause,
      details: 'The description has no request that can be signed',
    })
  }
  // The shown payload and the request must be the same.
  if (JSON.stringify(read.payload) !== JSON.stringify(description.family?.payload))
    throw new ServiceError('request_refused', { details: 'There is nothing to sign in this description' })
  return read
}

/** Returns the payload of a request. */
export function payloadOf({ account, ask }: { account: string; ask: SolanaAsk }): SolanaPayload {
  if (ask.kind === 'message') {
    const message = btoa(Array.from(ask.message, (byte) => String.fromCharCode(byte)).join(''))
    return { kind: 'solanaMessage', account, message }
  }
  const transactions = ask.transactions.map(({ wire }) => wire)
  return { kind: 'solanaTransactions', account, transactions, send: ask.send }
}

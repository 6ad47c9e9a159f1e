import { ServiceError } from '@latchkey/protocol/errors'
import type { Description } from '../Description.ts'
import { allFindings } from '../families/complete.ts'
import type { SolanaPayload } from '../families/FamilyPayload.ts'
import { parseFamilyRequest } from '../families/readFamilyRequest.ts'
import { readAsk, type SolanaAsk } from './readAsk.ts'

/**
 * Works out what is signed for a description that was approved: nothing else than what was shown.
 *
 * @throws LatchkeyError `request_refused` when a finding forbids it, or there is nothing that could be signed
 */
export function readSolanaPayload({ description }: { description: Description }): SolanaPayload {
  return readApproved(description).payload
}

/** The request of a description that was approved, read again. @throws LatchkeyError `request_refused` */
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
      details: 'The description holds no request that can be signed',
    })
  }
  // What was shown and what the request says are one and the same.
  if (JSON.stringify(read.payload) !== JSON.stringify(description.family?.payload))
    throw new ServiceError('request_refused', { details: 'There is nothing to sign in this description' })
  return read
}

/** What is signed of what was asked for. */
export function payloadOf({ account, ask }: { account: string; ask: SolanaAsk }): SolanaPayload {
  if (ask.kind === 'message') {
    const message = btoa(Array.from(ask.message, (byte) => String.fromCharCode(byte)).join(''))
    return { kind: 'solanaMessage', account, message }
  }
  const transactions = ask.transactions.map(({ wire }) => wire)
  return { kind: 'solanaTransactions', account, transactions, send: ask.send }
}

import type { CallsStatus } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { isRecord } from '../connectors/isRecord.ts'
import { findChainId } from '../connectors/provider/findChainId.ts'
import type { SentCallsStatus } from './CallsFeature.ts'

/**
 * Reads a wallet's status of calls: the numbers of EIP-5792 2.0.0 (1xx pending, 2xx confirmed, 4xx failed, 5xx reverted, 6xx partially
 * reverted) and the texts of its drafts.
 *
 * @throws LatchkeyError `response_invalid`
 */
export function readCallsStatus(id: string, answer: unknown): SentCallsStatus {
  const told = isRecord(answer) ? answer : {}
  const { status: given, chainId, receipts, capabilities } = told
  const number = given === 'CONFIRMED' ? 200 : given === 'PENDING' ? 100 : Number(given)
  const status = (['pending', 'confirmed', undefined, 'failed', 'reverted', 'partial'] as const)[
    Math.floor(number / 100) - 1
  ]
  if (!status) throw new ServiceError('response_invalid', { details: 'The status of the calls has an unknown format' })
  const reason = isRecord(capabilities) ? capabilities.reason : undefined
  return {
    id,
    status,
    chainId: findChainId(chainId),
    receipts: (Array.isArray(receipts) ? receipts : []) as NonNullable<CallsStatus['receipts']>,
    reason: typeof reason === 'string' ? reason.slice(0, 500) : undefined,
  }
}

import type { Eip1193Provider } from '../connectors/Connector.ts'
import type { Environment } from '../environment/Environment.ts'
import { secondRequestId } from './askWallet.ts'
import type { Ledger } from './createLedger.ts'
import { isHash } from './isHash.ts'
import { readSubmitError } from './readSubmitError.ts'

/**
 * Resumes a request to a paired wallet from an earlier page load. The client knows the request by its ID, and has the answer or still waits
 * for it. The wallet gets no new request.
 */
export async function recallAnswer({
  environment,
  ledger,
  provider,
  id,
  requestId,
  isBatch,
}: {
  environment: Environment
  ledger: Pick<Ledger, 'apply'>
  provider: Eip1193Provider
  id: string
  requestId: string
  isBatch: boolean
}): Promise<void> {
  const method = isBatch ? 'wallet_sendCalls' : 'eth_sendTransaction'
  const recall = async (name: string) => {
    const named = { method, params: [], requestId: name, onlyKnown: true }
    return provider.request(named)
  }
  try {
    const answer = await recall(secondRequestId(requestId)).catch(() => recall(requestId))
    if (isBatch) {
      const batchId = typeof answer === 'object' && answer !== null && 'id' in answer ? answer.id : answer
      if (typeof batchId === 'string') ledger.apply(id, { type: 'taken', batchId })
    } else if (isHash(answer)) ledger.apply(id, { type: 'answered', hash: answer, at: environment.now() })
  } catch (error) {
    const failure = readSubmitError(error)
    // The visitor declined. Only this error certainly belongs to this request, and covers both attempts.
    if (failure.code === 'user_rejected') ledger.apply(id, { type: 'refused', failure, at: environment.now() })
  }
}

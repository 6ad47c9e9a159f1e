import type { RpcOutcome } from '../../rpc/RpcService.ts'
import type { EsploraAnswers, EsploraMethod } from './esploraCalls.ts'
import { RefusedError } from './RefusedError.ts'

/**
 * Asks a Bitcoin network's Esplora servers and gives the answer as it reads; null where it is not there.
 *
 * @throws {@link RefusedError}; LatchkeyError `upstream_unavailable`
 */
export type EsploraReader = <Method extends EsploraMethod>(
  method: Method,
  ...params: (string | number)[]
) => Promise<EsploraAnswers[Method]>

/** Creates the reader on whatever carries the calls. */
export function createEsploraReader({
  ask,
}: {
  ask: (call: { method: EsploraMethod; params: (string | number)[] }) => Promise<RpcOutcome>
}): EsploraReader {
  return async <Method extends EsploraMethod>(method: Method, ...params: (string | number)[]) => {
    const outcome = await ask({ method, params })
    if ('error' in outcome) throw new RefusedError(outcome.error)
    // Its shape was held when it came (`esploraCalls.ts`).
    return outcome.result as EsploraAnswers[Method]
  }
}

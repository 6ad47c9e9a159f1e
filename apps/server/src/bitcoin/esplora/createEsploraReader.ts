import type { RpcOutcome } from '../../rpc/RpcService.ts'
import type { EsploraAnswers, EsploraMethod } from './esploraCalls.ts'
import { RefusedError } from './RefusedError.ts'

/**
 * Sends a request to a Bitcoin network's Esplora servers and returns the parsed response; null if the data does not exist.
 *
 * @throws {@link RefusedError}; LatchkeyError `upstream_unavailable`
 */
export type EsploraReader = <Method extends EsploraMethod>(
  method: Method,
  ...params: (string | number)[]
) => Promise<EsploraAnswers[Method]>

/** Creates the reader on top of a client. */
export function createEsploraReader({
  ask,
}: {
  ask: (call: { method: EsploraMethod; params: (string | number)[] }) => Promise<RpcOutcome>
}): EsploraReader {
  return async <Method extends EsploraMethod>(method: Method, ...params: (string | number)[]) => {
    const outcome = await ask({ method, params })
    if ('error' in outcome) throw new RefusedError(outcome.error)
    // The shape was checked on arrival (`esploraCalls.ts`).
    return outcome.result as EsploraAnswers[Method]
  }
}

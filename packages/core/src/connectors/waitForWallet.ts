import { LatchkeyError } from '@latchkey/protocol'
import type { Environment } from '../environment/Environment.ts'

/**
 * Waits for a wallet's answer, with a time limit and an abort signal. A late answer is ignored.
 *
 * @throws LatchkeyError `wallet_timeout` after the given milliseconds; `user_rejected` if the signal aborts
 */
export function waitForWallet<T>({
  environment,
  answer,
  milliseconds,
  signal,
}: {
  environment: Environment
  answer: Promise<T>
  milliseconds: number
  signal?: AbortSignal
}): Promise<T> {
  return new Promise((resolve, reject) => {
    const finish = (settle: () => void) => {
      environment.clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
      settle()
    }
    const onAbort = () =>
      finish(() => reject(new LatchkeyError('user_rejected', { message: 'The request was canceled' })))
    const timer = environment.setTimeout(() => finish(() => reject(new LatchkeyError('wallet_timeout'))), milliseconds)
    signal?.addEventListener('abort', onAbort)
    answer.then(
      (value) => finish(() => resolve(value)),
      (error: unknown) => finish(() => reject(error)),
    )
    if (signal?.aborted) onAbort()
  })
}

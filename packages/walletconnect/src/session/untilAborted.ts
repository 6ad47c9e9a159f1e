import { WalletConnectError } from '@latchkey/protocol/relay'

/**
 * Waits for a promise until the signal aborts.
 * @param onAbort called once after the abort
 * @param toError creates the thrown error; default `user_rejected`
 */
export async function untilAborted<T>(
  work: Promise<T>,
  signal: AbortSignal | undefined,
  onAbort: () => void,
  toError: () => Error = () => new WalletConnectError('user_rejected', { details: 'The request was canceled' }),
): Promise<T> {
  if (!signal) return work
  let end = () => {}
  const aborted = new Promise<never>((_, reject) => {
    end = () => {
      onAbort()
      reject(toError())
    }
  })
  if (signal.aborted) end()
  signal.addEventListener('abort', end)
  try {
    return await Promise.race([aborted, work])
  } finally {
    signal.removeEventListener('abort', end)
  }
}

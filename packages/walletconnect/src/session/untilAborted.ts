import { WalletConnectError } from '@latchkey/protocol/relay'

/**
 * Waits for something as long as somebody wants it.
 * @param onAbort called once when nobody does any more
 * @param toError what is thrown then; `user_rejected` unless given
 */
export async function untilAborted<T>(
  work: Promise<T>,
  signal: AbortSignal | undefined,
  onAbort: () => void,
  toError: () => Error = () => new WalletConnectError('user_rejected', { details: 'Nobody waits any more' }),
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

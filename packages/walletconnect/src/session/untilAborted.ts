import { WalletConnectError } from '@latchkey/protocol/relay'

/**
 * Waits for something as long as somebody wants it.
 * @param onAbort called once when nobody does any more
 * @throws LatchkeyError `user_rejected` then
 */
export async function untilAborted<T>(
  work: Promise<T>,
  signal: AbortSignal | undefined,
  onAbort: () => void,
): Promise<T> {
  if (!signal) return work
  let end = () => {}
  const aborted = new Promise<never>((_, reject) => {
    end = () => {
      onAbort()
      reject(new WalletConnectError('user_rejected', { details: 'Nobody waits any more' }))
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

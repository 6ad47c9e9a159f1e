import { ServiceError } from '@latchkey/protocol/errors'

/**
 * Waits for a provider, and not for ever.
 *
 * @param patience milliseconds
 * @throws LatchkeyError `onramp_provider_unavailable`
 */
export async function withTimeout<Value>(work: Promise<Value>, patience: number): Promise<Value> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ServiceError('onramp_provider_unavailable')), patience)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

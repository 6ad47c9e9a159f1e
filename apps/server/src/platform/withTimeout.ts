/**
 * Waits for an answer for a limited time. After that the work continues, and its result is discarded.
 *
 * @param patience milliseconds
 * @param late creates the error for a timeout
 * @example await withTimeout(ping(), 3_000, () => new Error('No answer within 3 s'))
 */
export async function withTimeout<Value>(work: Promise<Value>, patience: number, late: () => Error): Promise<Value> {
  let timer: NodeJS.Timeout | undefined
  const isLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), patience)
  })
  try {
    return await Promise.race([work, isLate])
  } finally {
    clearTimeout(timer)
  }
}

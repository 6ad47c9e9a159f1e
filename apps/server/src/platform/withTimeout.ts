/**
 * Waits for an answer, and not for ever. What is waited for goes on; its answer is nobody's then.
 *
 * @param patience milliseconds
 * @param late makes what is thrown when they are over
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

/**
 * Creates a token bucket: `capacity` at once, then `perSecond`.
 *
 * @param options.now Unix milliseconds
 * @returns takes one token; false if there is none
 */
export function createTokenBucket({
  capacity,
  perSecond,
  now,
}: {
  capacity: number
  perSecond: number
  now: () => number
}): () => boolean {
  let tokens = capacity
  let at = now()
  return () => {
    const time = now()
    tokens = Math.min(capacity, tokens + (Math.max(0, time - at) / 1000) * perSecond)
    at = time
    if (tokens < 1) return false
    tokens -= 1
    return true
  }
}

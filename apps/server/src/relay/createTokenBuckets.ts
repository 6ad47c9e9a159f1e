import type { Clock } from '../platform/clock/Clock.ts'

/** How much one client may still send at once. */
export type TokenBucket = {
  /** Below zero: it sent more than it may. */
  tokens: number
  /** Unix milliseconds. */
  filledAt: number
}

/** Counts what each client sends. */
export type TokenBuckets = {
  /** The bucket of a client: the one that it left behind a moment ago, or a full one. */
  get: (clientId: string) => TokenBucket
  /** Takes what a call costs. `over`: it is to be refused; `flood`: its client goes on in spite of that. */
  take: (bucket: TokenBucket, cost: number) => 'good' | 'over' | 'flood'
  /** Milliseconds until a client that sent more than it may could send again; 0 for all others. */
  debtOf: (bucket: TokenBucket) => number
  /** Keeps the bucket of a client that leaves until it would be full again, so that coming back gains nothing. */
  leave: (clientId: string, bucket: TokenBucket) => void
}

/**
 * Creates the buckets. Refused calls cost one: a client that goes on faster than its rate falls ever lower, and one that is a
 * second's worth below zero is a flood.
 *
 * @param options.limits messages a second in the long run, and at once
 */
export function createTokenBuckets({
  limits: { messagesPerSecond: rate, burst },
  clock,
}: {
  limits: { messagesPerSecond: number; burst: number }
  clock: Clock
}): TokenBuckets {
  const left = new Map<string, TokenBucket>()
  let sweptAt = clock.now()

  const fill = (bucket: TokenBucket, now: number) => {
    // The clock may be set back.
    const elapsed = Math.max(0, now - bucket.filledAt)
    bucket.tokens = Math.min(burst, bucket.tokens + (elapsed * rate) / 1000)
    bucket.filledAt = now
  }

  const sweep = (now: number) => {
    sweptAt = now
    for (const [clientId, bucket] of left) {
      fill(bucket, now)
      if (bucket.tokens >= burst) left.delete(clientId)
    }
  }

  return {
    get: (clientId) => {
      const known = left.get(clientId)
      left.delete(clientId)
      return known ?? { tokens: burst, filledAt: clock.now() }
    },
    take: (bucket, cost) => {
      const now = clock.now()
      if (now !== bucket.filledAt) fill(bucket, now)
      // What is larger than the bucket takes all of a full one.
      const price = Math.min(cost, burst)
      if (bucket.tokens >= price) {
        bucket.tokens -= price
        return 'good'
      }
      bucket.tokens -= 1
      return bucket.tokens < -rate ? 'flood' : 'over'
    },
    debtOf: (bucket) => {
      fill(bucket, clock.now())
      return bucket.tokens < 0 ? (-bucket.tokens / rate) * 1000 : 0
    },
    leave: (clientId, bucket) => {
      const now = clock.now()
      fill(bucket, now)
      if (bucket.tokens < burst) left.set(clientId, bucket)
      if (Math.abs(now - sweptAt) > 10_000) sweep(now)
    },
  }
}

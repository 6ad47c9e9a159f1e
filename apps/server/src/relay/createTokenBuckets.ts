import type { Clock } from '../platform/clock/Clock.ts'

/** Remaining allowance of one client. */
export type TokenBucket = {
  /** Below zero if the client exceeded its limit. */
  tokens: number
  /** Unix milliseconds. */
  filledAt: number
}

/** Counts the traffic of each client. */
export type TokenBuckets = {
  /** Returns the bucket that the client had recently, or a full one. */
  get: (clientId: string) => TokenBucket
  /** Charges the cost of a call. `over`: the call must be refused. `flood`: the client continues despite refusals. */
  take: (bucket: TokenBucket, cost: number) => 'good' | 'over' | 'flood'
  /** Returns the milliseconds until a client over its limit can send again; 0 for all others. */
  debtOf: (bucket: TokenBucket) => number
  /** Keeps the bucket of a disconnected client until it would be full again, so that reconnecting gains nothing. */
  leave: (clientId: string, bucket: TokenBucket) => void
}

/**
 * Creates the buckets. A refused call costs one token, so a client that stays above its rate sinks further. A client that is a second's
 * worth below zero is flooding.
 *
 * @param options.limits messages per second on average, and in a burst
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
    // The system clock can be set back.
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
      // A call that costs more than the bucket's size takes a full bucket.
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

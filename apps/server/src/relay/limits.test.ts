import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createRepeats, repeatTime } from './createRepeats.ts'
import { createTokenBuckets } from './createTokenBuckets.ts'

function createTestClock() {
  let now = 1_000_000
  return {
    clock: { now: () => now },
    advance: (milliseconds: number) => {
      now += milliseconds
    },
  }
}

describe('buckets', () => {
  const limits = { messagesPerSecond: 10, burst: 50 }

  test('default', () => {
    const { clock, advance } = createTestClock()
    const buckets = createTokenBuckets({ limits, clock })
    const bucket = buckets.get('a')
    for (let index = 0; index < 50; index += 1) expect(buckets.take(bucket, 1)).toBe('good')
    for (let index = 0; index < 10; index += 1) expect(buckets.take(bucket, 1)).toBe('over')
    expect(buckets.take(bucket, 1)).toBe('flood')
    advance(1_300)
    expect(buckets.take(bucket, 2)).toBe('good')
    expect(buckets.take(bucket, 1)).toBe('over')
  })

  test('behavior: a call larger than the bucket takes a full one', () => {
    const buckets = createTokenBuckets({ limits, clock: createTestClock().clock })
    const bucket = buckets.get('a')
    expect(buckets.take(bucket, 500)).toBe('good')
    expect(buckets.take(bucket, 500)).toBe('over')
    expect(bucket.tokens).toBe(-1)
  })

  test('behavior: a client that reconnects has its old bucket, as long as that matters', () => {
    const { clock, advance } = createTestClock()
    const buckets = createTokenBuckets({ limits, clock })
    const bucket = buckets.get('a')
    buckets.take(bucket, 50)
    buckets.leave('a', bucket)
    expect(buckets.get('a')).toBe(bucket)
    buckets.leave('a', bucket)
    advance(11_000)
    // The next departure removes buckets that are full again.
    buckets.leave('b', buckets.get('b'))
    expect(buckets.get('a')).not.toBe(bucket)
    expect(buckets.get('a').tokens).toBe(50)
  })

  test('behavior: a clock that is set back costs no client its tokens', () => {
    const { clock, advance } = createTestClock()
    const buckets = createTokenBuckets({ limits, clock })
    const bucket = buckets.get('a')
    expect(buckets.take(bucket, 10)).toBe('good')
    advance(-600_000)
    expect(buckets.take(bucket, 1)).toBe('good')
    expect(bucket.tokens).toBe(39)
  })

  test('behavior: with any timing, a client gets at most the burst and the rate', () => {
    const step = fc.record({ wait: fc.nat({ max: 500 }), cost: fc.integer({ min: 1, max: 20 }) })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const { clock, advance } = createTestClock()
        const buckets = createTokenBuckets({ limits, clock })
        const bucket = buckets.get('a')
        let taken = 0
        let elapsed = 0
        for (const { wait, cost } of steps) {
          advance(wait)
          elapsed += wait
          if (buckets.take(bucket, cost) === 'good') taken += cost
          expect(taken).toBeLessThanOrEqual(limits.burst + (elapsed * limits.messagesPerSecond) / 1000)
        }
      }),
    )
  })
})

describe('repeats', () => {
  test('default', () => {
    const { clock, advance } = createTestClock()
    const repeats = createRepeats({ clock })
    repeats.add('a')
    expect([repeats.has('a'), repeats.has('b')]).toEqual([true, false])
    advance(repeatTime)
    expect(repeats.has('a')).toBe(false)
  })

  test('behavior: it remembers a bounded number', () => {
    const repeats = createRepeats({ clock: createTestClock().clock })
    for (let index = 0; index < 30_000; index += 1) repeats.add(String(index))
    expect([repeats.has('0'), repeats.has('9999'), repeats.has('10000'), repeats.has('29999')]).toEqual([
      false,
      false,
      true,
      true,
    ])
  })
})

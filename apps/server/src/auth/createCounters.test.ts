import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSealer } from '../platform/crypto/createSealer.ts'
import { createTestContext, type TestContext } from '../testing/createTestContext.ts'
import { type Counters, createCounters } from './createCounters.ts'
import { authCounters } from './schema.ts'

let context: TestContext
let counters: Counters
let now = 1_800_000_000_000

beforeAll(async () => {
  context = await createTestContext({ clock: { now: () => now } })
  counters = createCounters({ context, sealer: createSealer({ keys: [new Uint8Array(32).fill(1)] }) })
})
afterAll(() => context.stop())

const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error) => error,
  )

describe('counters', () => {
  test('default', async () => {
    const limit = { key: 'recover:ada', limit: 2, window: 3600 }
    await counters.consume([limit])
    await counters.consume([limit])
    expect(await counters.count(limit)).toBe(2)
    const error = await refusal(counters.consume([limit]))
    expect(error).toMatchObject({ code: 'rate_limited', retryAfter: 3600 })
    expect(error.message).toBe('Too many requests: try again in 3600 seconds')
  })

  test('behavior: a window slides, so that no boundary lets twice the limit pass', async () => {
    const limit = { key: 'slide', limit: 2, window: 60 }
    await counters.consume([limit])
    now += 50_000
    await counters.consume([limit])
    now += 5_000
    expect(await refusal(counters.consume([limit]))).toMatchObject({ retryAfter: 5 })
    now += 5_000
    await counters.consume([limit])
    expect(await refusal(counters.consume([limit]))).toMatchObject({ retryAfter: 50 })
  })

  test('behavior: all or none: a full limit leaves the others unchanged', async () => {
    const full = { key: 'full', limit: 1, window: 60, code: 'email_cooldown' as const }
    const free = { key: 'free', limit: 5, window: 60 }
    await counters.consume([full])
    const error = await refusal(counters.consume([free, full]))
    expect(error).toMatchObject({ code: 'email_cooldown', message: 'Please try again after 60 seconds' })
    expect(await counters.count(free)).toBe(0)
  })

  test('behavior: several limits of one key count one event', async () => {
    const limits = [
      { key: 'one', limit: 1, window: 30 },
      { key: 'one', limit: 3, window: 3600 },
    ]
    await counters.consume(limits)
    now += 31_000
    await counters.consume(limits)
    now += 31_000
    await counters.consume(limits)
    now += 31_000
    expect(await refusal(counters.consume(limits))).toMatchObject({ retryAfter: 3600 - 93 })
  })

  test('behavior: exact for concurrent calls, in any order of keys', async () => {
    const one = { key: 'race-one', limit: 7, window: 60 }
    const two = { key: 'race-two', limit: 9, window: 60 }
    const outcomes = await Promise.all(
      Array.from({ length: 24 }, (_, index) => refusal(counters.consume(index % 2 ? [one, two] : [two, one]))),
    )
    expect(outcomes.filter((outcome) => outcome === undefined)).toHaveLength(7)
    expect(await counters.count(one)).toBe(7)
    expect(await counters.count(two)).toBe(7)
  })

  test('behavior: an event can be undone', async () => {
    const limit = { key: 'undo', limit: 1, window: 60 }
    const { undo } = await counters.consume([limit])
    await undo()
    await counters.consume([limit])
    expect(await counters.count(limit)).toBe(1)
  })

  test('behavior: the table does not contain the keys, and expired rows are deleted', async () => {
    await counters.consume([{ key: 'mail:ada@example.com', limit: 5, window: 60 }])
    const rows = await context.database.select().from(authCounters)
    expect(JSON.stringify(rows)).not.toContain('ada')
    now += 7200_000
    await counters.sweep()
    expect(await context.database.$count(authCounters)).toBe(0)
  })

  test('behavior: it counts like a list of times, for any sequence', async () => {
    let run = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ wait: fc.integer({ min: 0, max: 40 }), key: fc.constantFrom('a', 'b') }), {
          maxLength: 12,
        }),
        async (steps) => {
          run += 1
          const times: Record<string, number[]> = { a: [], b: [] }
          for (const { wait, key } of steps) {
            now += wait * 1000
            const second = Math.floor(now / 1000)
            const inside = (times[key] ?? []).filter((time) => time > second - 60)
            const passed =
              (await refusal(counters.consume([{ key: `${run}${key}`, limit: 3, window: 60 }]))) === undefined
            expect(passed).toBe(inside.length < 3)
            if (passed) times[key]?.push(second)
          }
        },
      ),
      { numRuns: 25 },
    )
  })
})

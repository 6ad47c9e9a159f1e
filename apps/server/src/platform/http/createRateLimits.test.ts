import { pino } from 'pino'
import { afterAll, describe, expect, test } from 'vitest'
import { startRedis } from '../../testing/startRedis.ts'
import { createRateLimits, type RateLimits } from './createRateLimits.ts'

const log = pino({ level: 'silent' })
const redis = await startRedis({ own: true })
const open: RateLimits[] = []
afterAll(async () => {
  await Promise.all(open.map((limits) => limits.close()))
  await redis.stop?.()
})

let count = 0
async function create(points: number, url?: string): Promise<RateLimits> {
  const limits = await createRateLimits({
    config: { limits: { readPerMinute: points, rpcPerMinute: points }, redis: url === undefined ? {} : { url } },
    log,
  })
  open.push(limits)
  return limits
}

/** Returns how many of the requests pass. */
async function passing(limits: RateLimits, key: string, requests: number): Promise<number> {
  const results = await Promise.allSettled(
    Array.from({ length: requests }, () => limits.consume({ routeClass: 'read', key })),
  )
  for (const result of results) {
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'rate_limited' })
  }
  return results.filter(({ status }) => status === 'fulfilled').length
}

test('default', async () => {
  const limits = await create(5)
  expect(await passing(limits, 'a', 8)).toBe(5)
  expect(await passing(limits, 'b', 5)).toBe(5)
  await expect(limits.consume({ routeClass: 'read', key: 'a' })).rejects.toMatchObject({
    retryAfter: expect.any(Number),
  })
  await limits.consume({ routeClass: 'rpc', key: 'a' })
})

describe.skipIf(redis.skip !== undefined)(`on redis${redis.skip ? `, not run: ${redis.skip}` : ''}`, () => {
  const url = redis.skip === undefined ? redis.url : ''

  test('behavior: processes share one counter', async () => {
    const here = await create(6, url)
    const there = await create(6, url)
    const key = `shared ${count++}`
    const passed = await Promise.all([passing(here, key, 5), passing(there, key, 5)])
    expect(passed[0] + passed[1]).toBe(6)
  })

  test('behavior: without Redis each process counts separately', async () => {
    const mortal = await startRedis({ own: true })
    if (mortal.skip !== undefined) throw new Error(mortal.skip)
    const limits = await create(4, mortal.url)
    await limits.consume({ routeClass: 'read', key: 'x' })
    await mortal.stop?.()
    expect(await passing(limits, 'y', 9)).toBe(4)
  })
})

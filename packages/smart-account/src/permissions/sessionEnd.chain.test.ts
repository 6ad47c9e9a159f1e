import { parseEther, zeroAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type SessionWorld, startSessionWorld } from '../testing/startSessionWorld.ts'
import type { Grant } from './Grant.ts'

let world: SessionWorld
beforeAll(async () => {
  world = await startSessionWorld()
}, 120_000)
afterAll(() => world?.stop())

const bob = '0x000000000000000000000000000000000000b0b0'
const payBob = { target: bob, selector: '0x00000000', valueLimit: parseEther('1'), arguments: [] } as const
const coins = { token: zeroAddress, limit: 100n, start: 0, period: 0 } as const

/** Each test below changes one of these rules. */
const rules = { calls: [payBob], allowances: [coins] } satisfies Partial<Grant>

const pay = [{ to: bob, value: 3n }] as const

describe('the end of a permission', { timeout: 60_000 }, () => {
  it.each([
    ['an end of zero', { ...rules, validUntil: 0 }],
    ['an end of zero and no allowance', { validUntil: 0 }],
    ['an end before its beginning', { ...rules, validAfter: 1001, validUntil: 1000 }],
    ['a period of one second', { ...rules, validUntil: 1000, allowances: [{ ...coins, period: 1 }] }],
    ['a period of 59 seconds', { ...rules, allowances: [{ ...coins, period: 59 }] }],
    ['a short second period', { ...rules, allowances: [coins, { ...coins, token: bob, period: 1 }] }],
  ] as [string, Partial<Grant>][])('finding F10: threat 184: a permission with %s is not granted', async (_, times) => {
    await expect(world.grant(times)).rejects.toThrow()
  })

  it('finding F10: a permission that ended in 1970 never acts, for any claimed time', async () => {
    const old: Partial<Grant>[] = [
      { ...rules, validUntil: 1 },
      { ...rules, validUntil: 1000, allowances: [{ ...coins, period: 60 }] },
    ]
    for (const times of old) {
      const session = await world.grant(times)
      for (const at of [0, 1, 59, 60, 999, 1000, await world.now()]) {
        const attempt = await world.attempt(await world.operate({ session, at, calls: [...pay] }))
        expect(attempt.refused, `${times.validUntil} at ${at}`).toMatch(/^AA2[23]/)
      }
      expect(await world.spent(session.id)).toBe(0n)
    }
  })

  it('finding F10: a permission with a period of a minute acts within its time', async () => {
    const start = await world.now()
    const session = await world.grant({ ...rules, allowances: [{ ...coins, start, period: 60 }] })
    const operation = await world.operate({ session, calls: [...pay] })
    expect(await world.attempt(operation)).toMatchObject({ outcomes: [{ success: true }] })
  })
})

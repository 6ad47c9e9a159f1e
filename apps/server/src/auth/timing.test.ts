import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createTestLogin } from './testing/createTestLogin.ts'

let login: Awaited<ReturnType<typeof createTestLogin>>
const pairs = 60
const known = Array.from({ length: pairs }, (_, index) => `known-${index}@example.com`)

beforeAll(async () => {
  login = await createTestLogin()
  for (const email of known) await login.login(await login.device(), email)
  login.pass(30)
})
afterAll(() => login.stop())

/** Welch's t of logarithms: the difference in standard errors, robust against other load of the machine. */
function welch(one: readonly number[], other: readonly number[]): number {
  const summary = (values: readonly number[]) => {
    const logs = values.map(Math.log)
    const mean = logs.reduce((sum, value) => sum + value, 0) / logs.length
    const variance = logs.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (logs.length - 1)
    return { mean, share: variance / logs.length }
  }
  const [a, b] = [summary(one), summary(other)]
  return (a.mean - b.mean) / Math.sqrt(a.share + b.share)
}

describe('known and unknown addresses', () => {
  test('behavior: threat 41: the same statements reach the database', async () => {
    // Only those of the one request, because the sweep of old logins can begin at any moment.
    const asking = new AsyncLocalStorage<string[]>()
    const query = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
      this: pg.Client,
      ...all: unknown[]
    ) {
      const [first] = all
      asking
        .getStore()
        ?.push(typeof first === 'object' && first !== null && 'text' in first ? String(first.text) : String(first))
      return Reflect.apply(original, this, all)
    })
    try {
      const runs = []
      for (const email of [known[0] ?? '', 'nobody@example.com']) {
        const device = await login.device()
        const statements: string[] = []
        const { status } = await asking.run(statements, () => login.start(device, email))
        expect(status).toBe(200)
        runs.push(statements)
      }
      expect(runs[0]?.length).toBeGreaterThan(8)
      expect(runs[0]).toEqual(runs[1])
    } finally {
      query.mockRestore()
    }
  })

  test('behavior: threat 41: timing: they take the same time', async () => {
    const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
    const ask = async (kind: 'known' | 'unknown', email: string) => {
      const device = await login.device()
      const start = performance.now()
      const { status } = await login.start(device, email)
      times[kind].push(performance.now() - start)
      expect(status).toBe(200)
    }
    login.pass(30)
    for (const [index, email] of known.entries()) {
      const both = [() => ask('known', email), () => ask('unknown', `stranger-${index}@example.com`)]
      // Alternate the order, because the second call finds warmer caches.
      for (const one of index % 2 ? both : both.reverse()) await one()
    }
    // Four times the work would be visible, even on a busy machine.
    const slower = times.unknown.map((time) => time * 4)
    expect(Math.abs(welch(slower, times.known))).toBeGreaterThan(4.5)
    expect(Math.abs(welch(times.known, times.unknown))).toBeLessThan(4.5)
  })
})

const original = pg.Client.prototype.query

import { randomBytes } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestContext } from '../testing/createTestContext.ts'
import { createLedger, dayOf } from './createLedger.ts'

const day = 24 * 60 * 60 * 1000
let now = Date.UTC(2026, 0, 31, 12)
const context = await createTestContext({ clock: { now: () => now } })
afterAll(() => context.stop())

const ledger = createLedger(context)
const budgets = { perAccountAndDay: 100n, perProjectAndDay: 250n, operationsPerAccountAndDay: 5 }
const random = (bytes: number): `0x${string}` => `0x${randomBytes(bytes).toString('hex')}`

let chainId = 1
let lastNonce = 0n
beforeEach(() => {
  chainId += 1
})

const reserve = (
  options: Partial<{
    account: `0x${string}`
    worst: bigint
    hash: `0x${string}`
    projectId: string
    nonce: bigint
  }> = {},
) => {
  lastNonce += 1n
  const hash = options.hash ?? random(32)
  const { account = random(20), worst = 40n, projectId = 'p', nonce = lastNonce } = options
  const validUntil = now + 180_000
  return ledger.reserve({ hash, chainId, projectId, account, nonce, worst, validUntil, fromBlock: 7, budgets })
}

describe('createLedger', () => {
  test('behavior: reserves the worst case, and returns the unused part', async () => {
    const account = random(20)
    const hash = random(32)
    expect(await reserve({ account, hash, worst: 90n })).toBeUndefined()
    expect(await ledger.usedToday({ chainId })).toBe(90n)
    expect(await reserve({ account, worst: 20n })).toBe('account')
    expect(await ledger.settle({ hash, cost: 30n })).toBe(true)
    expect(await ledger.usedToday({ chainId })).toBe(30n)
    expect(await reserve({ account, worst: 70n })).toBeUndefined()
    expect(await reserve({ account, worst: 1n })).toBe('account')
  })

  test('threat 87: concurrent requests get no more than the budget, to the last wei', async () => {
    const account = random(20)
    const answers = await Promise.all(Array.from({ length: 12 }, () => reserve({ account, worst: 34n })))
    expect(answers.filter((answer) => answer === undefined)).toHaveLength(2)
    expect(await ledger.usedToday({ chainId })).toBe(68n)
    // Unrelated accounts share the project's budget.
    const others = await Promise.all(Array.from({ length: 12 }, () => reserve({ worst: 61n })))
    expect(others.filter((answer) => answer === undefined)).toHaveLength(2)
    expect(new Set(others)).toEqual(new Set([undefined, 'project']))
    expect(await ledger.usedToday({ chainId })).toBe(190n)
  })

  test("behavior: a refusal by the project's budget takes nothing from the account's", async () => {
    const account = random(20)
    for (const _ of [1, 2]) await reserve({ worst: 100n })
    expect(await reserve({ account, worst: 60n })).toBe('project')
    expect(await reserve({ account, worst: 100n, projectId: 'another' })).toBeUndefined()
  })

  test('behavior: counts the operations of an account, except those that were never sent', async () => {
    const account = random(20)
    const hashes = Array.from({ length: 5 }, () => random(32))
    for (const hash of hashes) expect(await reserve({ account, hash, worst: 1n })).toBeUndefined()
    expect(await reserve({ account, worst: 1n })).toBe('operations')
    const [first = '0x'] = hashes
    expect(await ledger.expire({ hash: first })).toBe(true)
    expect(await reserve({ account, worst: 1n })).toBeUndefined()
    expect(await reserve({ account, worst: 1n })).toBe('operations')
  })

  test('behavior: an operation is reserved once and ends once, for repeated calls in any order', async () => {
    const hash = random(32)
    const account = random(20)
    await Promise.all([1, 2, 3].map(() => reserve({ hash, account, worst: 50n })))
    expect(await ledger.usedToday({ chainId })).toBe(50n)
    const settled = await Promise.all([1, 2, 3].map(() => ledger.settle({ hash, cost: 20n })))
    expect(settled.filter(Boolean)).toHaveLength(1)
    expect(await ledger.expire({ hash })).toBe(false)
    expect(await ledger.usedToday({ chainId })).toBe(20n)
    expect(await ledger.settle({ hash: random(32), cost: 1n })).toBe(false)
  })

  test('behavior: an operation that expired counts if it is included on the chain', async () => {
    const hash = random(32)
    await reserve({ hash, worst: 50n })
    const ended = await Promise.all([1, 2, 3].map(() => ledger.expire({ hash })))
    expect(ended.filter(Boolean)).toHaveLength(1)
    expect(await ledger.usedToday({ chainId })).toBe(0n)
    expect(await ledger.settle({ hash, cost: 33n })).toBe(true)
    expect(await ledger.usedToday({ chainId })).toBe(33n)
  })

  test('threat 87: of many promises for one nonce of an account, the highest counts, for any caller', async () => {
    const account = random(20)
    const hashes = Array.from({ length: 8 }, () => random(32))
    // An attacker requests promises for the account repeatedly, from another project as well. Its owner still gets one.
    const worsts = [60n, 90n, 30n, 90n, 10n, 80n, 90n, 20n]
    const answers = await Promise.all(
      hashes.map((hash, index) =>
        reserve({ account, hash, nonce: 7n, worst: worsts[index] ?? 0n, projectId: index % 2 ? 'x' : 'p' }),
      ),
    )
    expect(answers).toEqual(answers.map(() => undefined))
    expect(await reserve({ account, nonce: 7n, worst: 100n })).toBeUndefined()
    expect(await reserve({ account, nonce: 7n, worst: 101n })).toBe('account')
    expect(await reserve({ account, nonce: 8n, worst: 1n })).toBe('account')
    // 100 of one project, 90 of the other.
    expect(await ledger.usedToday({ chainId })).toBe(190n)
    const [first = '0x'] = hashes
    expect(await ledger.settle({ hash: first, cost: 25n })).toBe(true)
    for (const hash of hashes) await ledger.expire({ hash })
    for (const { hash } of await ledger.open({ chainId, limit: 10 })) await ledger.expire({ hash })
    expect(await ledger.usedToday({ chainId })).toBe(25n)
    expect(await reserve({ account, nonce: 8n, worst: 75n })).toBeUndefined()
    for (const nonce of [9n, 10n, 11n]) expect(await reserve({ account, nonce, worst: 0n })).toBeUndefined()
    expect(await reserve({ account, nonce: 12n, worst: 0n })).toBe('operations')
  })

  test('threat 87: after an operation is settled, the promises to others for its nonce are released', async () => {
    const account = random(20)
    const [own, first, second] = [random(32), random(32), random(32)]
    await reserve({ account, hash: own, nonce: 3n, worst: 30n })
    await reserve({ account, hash: first, nonce: 3n, worst: 95n, projectId: 'another' })
    await reserve({ account, hash: second, nonce: 3n, worst: 90n })
    expect(await ledger.settle({ hash: own, cost: 10n })).toBe(true)
    expect(await ledger.open({ chainId, limit: 10 })).toEqual([])
    expect(await ledger.usedToday({ chainId })).toBe(10n)
    expect(await reserve({ account, nonce: 4n, worst: 90n })).toBeUndefined()
    // The block was replaced, and the next one has an expired operation: the chain decides.
    expect(await ledger.settle({ hash: second, cost: 20n })).toBe(true)
    expect(await ledger.usedToday({ chainId })).toBe(120n)
  })

  test('behavior: a day ends at midnight UTC, and earlier promises count for the day before', async () => {
    now = Date.UTC(2026, 1, 1) - 1
    const [account, hash] = [random(20), random(32)]
    await reserve({ account, hash, worst: 100n })
    expect(await reserve({ account, worst: 1n })).toBe('account')
    now += 1
    expect(await reserve({ account, worst: 100n })).toBeUndefined()
    await ledger.settle({ hash, cost: 1n })
    expect(await ledger.usedToday({ chainId })).toBe(100n)
  })

  test('behavior: deletes old rows, but no open ones', async () => {
    const [open, ended] = [random(32), random(32)]
    await reserve({ hash: open, worst: 1n })
    await reserve({ hash: ended, worst: 1n })
    await ledger.settle({ hash: ended, cost: 1n })
    now += 40 * day
    await ledger.sweep({ before: dayOf(now - 35 * day) })
    expect(await ledger.open({ chainId, limit: 10 })).toMatchObject([{ hash: open, fromBlock: 7 }])
    expect(await ledger.settle({ hash: ended, cost: 5n })).toBe(false)
    // The budget of the day is deleted. Nothing needs a correction, and nothing fails.
    expect(await ledger.settle({ hash: open, cost: 0n })).toBe(true)
  })
})

import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../testing/createTestContext.ts'
import { until } from '../testing/until.ts'
import type { Audit } from './Audit.ts'
import { canonicalJson } from './canonicalJson.ts'
import { createAudit } from './createAudit.ts'
import { listAudit } from './listAudit.ts'
import { auditLog } from './schema.ts'
import { startAuditAnchor } from './startAuditAnchor.ts'

let context: TestContext
let audit: Audit
beforeAll(async () => {
  context = await createTestContext()
  audit = createAudit({ clock: context.clock })
})
afterAll(() => context.stop())
beforeEach(async () => {
  await context.database.delete(auditLog)
})

const add = (userId: string, data: Record<string, string | number | boolean | null> = {}) =>
  context.database.transaction((tx) => audit.record(tx, { event: 'session.issued', userId, deviceId: null, data }))

test('default', async () => {
  const userId = randomUUID()
  expect(await audit.head(context.database)).toBeUndefined()
  await add(userId, { zebra: 1, apple: 'two', none: null, yes: true })
  await add(userId)
  const rows = await context.database.select().from(auditLog).orderBy(auditLog.seq)
  expect(rows).toHaveLength(2)
  expect(rows[1]?.previousHash).toEqual(rows[0]?.hash)
  expect(await audit.verify(context.database)).toBeUndefined()
  expect(await audit.head(context.database)).toEqual({
    seq: rows[1]?.seq,
    hash: Buffer.from(rows[1]?.hash ?? []).toString('hex'),
  })
})

test('behavior: threat 70: a changed, inserted or missing entry breaks the chain, and an anchor shows a cut end', async () => {
  const userId = randomUUID()
  for (let index = 0; index < 5; index += 1) await add(userId, { index })
  const rows = await context.database.select().from(auditLog).orderBy(auditLog.seq)
  const [first, second, third, , last] = rows
  if (!first || !second || !third || !last) throw new Error('There are five entries')
  const anchor = await audit.head(context.database)
  if (!anchor) throw new Error('There is a head')
  expect(await audit.verify(context.database, { anchor })).toBeUndefined()

  const change = (values: Partial<typeof auditLog.$inferInsert>) =>
    context.database.update(auditLog).set(values).where(eq(auditLog.seq, second.seq))
  for (const values of [
    { data: { index: 7 } },
    { event: 'otp.ok' },
    { userId: randomUUID() },
    { deviceId: randomUUID() },
    { at: new Date(second.at.getTime() + 1) },
    { hash: third.hash },
  ]) {
    await change(values)
    expect(await audit.verify(context.database)).toEqual({ seq: second.seq })
    await change(second)
    expect(await audit.verify(context.database)).toBeUndefined()
  }

  await context.database.delete(auditLog).where(eq(auditLog.seq, second.seq))
  expect(await audit.verify(context.database)).toEqual({ seq: third.seq })
  await context.database.insert(auditLog).values(second)
  await context.database.delete(auditLog).where(eq(auditLog.seq, last.seq))
  expect(await audit.verify(context.database)).toBeUndefined()
  expect(await audit.verify(context.database, { anchor })).toEqual({ seq: anchor.seq })
})

test('behavior: writers at the same time make one chain', async () => {
  const users = Array.from({ length: 20 }, () => randomUUID())
  await Promise.all(users.map((userId, index) => add(userId, { index })))
  expect(await audit.verify(context.database)).toBeUndefined()
  const { rows } = await context.database.execute(
    sql`select count(*)::int as entries, count(distinct previous_hash)::int as parents from audit_log`,
  )
  expect(rows).toEqual([{ entries: 20, parents: 20 }])
})

test('behavior: the head is noted when the server starts', async () => {
  await add(randomUUID())
  startAuditAnchor({ context, audit })
  const head = await audit.head(context.database)
  const metric = async () => (await context.metrics.getSingleMetric('latchkey_audit_head')?.get())?.values[0]?.value
  await until(async () => (await metric()) === head?.seq)
})

test('behavior: what is rolled back leaves no entry', async () => {
  await add(randomUUID())
  await expect(
    context.database.transaction(async (tx) => {
      await audit.record(tx, { event: 'otp.ok', userId: null, deviceId: null })
      throw new Error('stop')
    }),
  ).rejects.toThrow('stop')
  await add(randomUUID())
  expect(await context.database.$count(auditLog)).toBe(2)
  expect(await audit.verify(context.database)).toBeUndefined()
})

test('behavior: a page shows the own entries only, newest first', async () => {
  const [mine, other] = [randomUUID(), randomUUID()]
  for (let index = 0; index < 52; index += 1) await add(mine, { index })
  await add(other, { index: 99 })
  const first = await listAudit({ database: context.database, userId: mine, before: undefined })
  expect(first.entries).toHaveLength(50)
  expect(first.entries[0]?.data).toEqual({ index: 51 })
  const second = await listAudit({ database: context.database, userId: mine, before: Number(first.next) })
  expect(second.entries.map(({ data }) => data.index)).toEqual([1, 0])
  expect(second.next).toBeNull()
})

test('behavior: canonical JSON is the same for the same value', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.double(), fc.boolean(), fc.constant(null))),
      (value) => {
        const shuffled = Object.fromEntries(Object.entries(value).reverse())
        expect(canonicalJson(shuffled)).toBe(canonicalJson(value))
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)))
      },
    ),
  )
})

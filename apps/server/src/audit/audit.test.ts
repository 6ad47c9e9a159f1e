import { createHash, randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createSealer } from '../platform/crypto/createSealer.ts'
import { createTestContext, type TestContext } from '../testing/createTestContext.ts'
import type { Audit } from './Audit.ts'
import { canonicalJson } from './canonicalJson.ts'
import { closeUnkeyedAudit } from './closeUnkeyedAudit.ts'
import { createAudit } from './createAudit.ts'
import { listAudit } from './listAudit.ts'
import { auditAnchors, auditHeads, auditLog } from './schema.ts'
import { startAuditJob } from './startAuditJob.ts'

let context: TestContext
let audit: Audit
const sealer = createSealer({ keys: [new Uint8Array(32).fill(7)] })
beforeAll(async () => {
  context = await createTestContext()
  audit = createAudit({ clock: context.clock, sealer })
})
afterAll(() => context.stop())
beforeEach(async () => {
  for (const table of [auditLog, auditHeads, auditAnchors]) await context.database.delete(table)
})

const add = (userId: string, data: Record<string, string | number | boolean | null> = {}) =>
  context.database.transaction((tx) => audit.record(tx, { event: 'session.issued', userId, deviceId: null, data }))
const verify = async (options?: Parameters<Audit['verify']>[1]) =>
  (await audit.verify(context.database, options)).faults
const readRows = () => context.database.select().from(auditLog).orderBy(auditLog.seq)
const hashOf = (previousHash: Uint8Array, { at, ...contents }: Record<string, unknown> & { at: Date }) =>
  createHash('sha256')
    .update(previousHash)
    .update(canonicalJson({ ...contents, at: at.toISOString() }))
    .digest()

const close = () => context.database.transaction((tx) => closeUnkeyedAudit({ tx, clock: context.clock, sealer }))

/** Writes entries like a version without keys, which anyone with access to the database can do. */
async function addUnkeyed(count: number) {
  let previousHash: Uint8Array = new Uint8Array(32)
  for (let index = 0; index < count; index += 1) {
    const { rows } = await context.database.execute<{ seq: string }>(
      sql`select nextval(pg_get_serial_sequence('audit_log', 'seq')) as seq`,
    )
    const contents = {
      ...{ seq: Number(rows[0]?.seq), at: new Date(context.clock.now()), userId: randomUUID(), deviceId: null },
      ...{ event: 'otp.ok', data: { index } },
    }
    const hash = hashOf(previousHash, contents)
    await context.database.insert(auditLog).values({ ...contents, previousHash, hash })
    previousHash = hash
  }
}

test('default', async () => {
  const userId = randomUUID()
  expect(await audit.verify(context.database)).toEqual({ entries: 0, faults: [], heads: [] })
  await add(userId, { zebra: 1, apple: 'two', none: null, yes: true })
  await add(userId)
  const rows = await readRows()
  expect(rows).toHaveLength(2)
  expect(rows[1]?.previousHash).toEqual(rows[0]?.hash)
  expect(await audit.verify(context.database)).toEqual({
    entries: 2,
    faults: [],
    heads: [{ chain: rows[1]?.chain, seq: rows[1]?.seq, hash: Buffer.from(rows[1]?.hash ?? []).toString('hex') }],
  })
})

test('finding F14: threats 70 and 180: an edited, deleted, inserted or reordered entry is detected', async () => {
  const userId = randomUUID()
  for (let index = 0; index < 5; index += 1) await add(userId, { index })
  const [first, second, third, fourth, last] = await readRows()
  if (!first || !second || !third || !fourth || !last) throw new Error('There are five entries')
  const { chain } = first
  expect(await verify()).toEqual([])

  const change = (seq: number, values: Partial<typeof auditLog.$inferInsert>) =>
    context.database.update(auditLog).set(values).where(eq(auditLog.seq, seq))
  for (const values of [
    { data: { index: 7 } },
    { event: 'otp.ok' },
    { userId: randomUUID() },
    { deviceId: randomUUID() },
    { at: new Date(second.at.getTime() + 1) },
    { hash: third.hash },
    { keyId: '0'.repeat(16) },
  ]) {
    await change(second.seq, values)
    expect(await verify()).toEqual([{ kind: 'changed', chain, seq: second.seq }])
    await change(second.seq, second)
    expect(await verify()).toEqual([])
  }
  await change(second.seq, { chain: (chain % 16) + 1 })
  expect((await verify()).length).toBeGreaterThan(0)
  await change(second.seq, second)

  await context.database.delete(auditLog).where(eq(auditLog.seq, second.seq))
  expect(await verify()).toEqual([{ kind: 'changed', chain, seq: third.seq }])
  await context.database.insert(auditLog).values(second)

  // Reordered: each gets the other's number.
  await change(second.seq, { seq: 1_000_000 })
  await change(third.seq, { seq: second.seq })
  await change(1_000_000, { seq: third.seq })
  expect((await verify())[0]).toMatchObject({ kind: 'changed', chain })
  await change(third.seq, { seq: 1_000_000 })
  await change(second.seq, { seq: third.seq })
  await change(1_000_000, { seq: second.seq })
  expect(await verify()).toEqual([])

  // Inserted at the end, as well as possible without the key.
  const forged = { ...last, seq: last.seq + 1, previousHash: last.hash }
  await context.database.insert(auditLog).values({ ...forged, hash: hashOf(last.hash, forged) })
  expect(await verify()).toEqual([{ kind: 'changed', chain, seq: forged.seq }])
})

test('finding F14: threat 180: entries removed from the end are detected by the signed head, or, without the head, by an anchor', async () => {
  const userId = randomUUID()
  for (let index = 0; index < 3; index += 1) await add(userId, { index })
  const early = await context.database.select().from(auditHeads)
  for (let index = 3; index < 5; index += 1) await add(userId, { index })
  const { heads } = await audit.verify(context.database)
  const [head] = heads
  if (!head) throw new Error('There is a head')
  const anchor = audit.anchor(heads)
  const rows = await readRows()
  for (const { seq } of rows.slice(3)) await context.database.delete(auditLog).where(eq(auditLog.seq, seq))
  expect(await verify()).toEqual([{ kind: 'head', chain: head.chain, seq: rows[2]?.seq }])

  // The attacker cannot sign another head…
  await context.database.update(auditHeads).set({ seq: rows[2]?.seq ?? 0, hash: rows[2]?.hash ?? new Uint8Array() })
  expect((await verify())[0]).toMatchObject({ kind: 'head', chain: head.chain })
  // …but may have kept an old one, which an anchor reveals.
  await context.database.delete(auditHeads)
  await context.database.insert(auditHeads).values(early)
  expect(await verify()).toEqual([])
  expect(await verify({ anchors: [anchor] })).toEqual([{ kind: 'missing', chain: head.chain, seq: head.seq }])
  expect(await verify({ since: heads })).toEqual([{ kind: 'missing', chain: head.chain, seq: head.seq }])
  const forged = { ...anchor, heads: [{ ...head, seq: rows[2]?.seq ?? 0 }] }
  expect(await verify({ anchors: [forged] })).toMatchObject([{ kind: 'anchor' }])

  await context.database.delete(auditLog)
  await context.database.delete(auditHeads)
  expect(await verify({ anchors: [anchor] })).toEqual([{ kind: 'missing', chain: head.chain, seq: head.seq }])
})

test('finding F14: threat 180: a chain that was recomputed without the key is detected', async () => {
  const userId = randomUUID()
  for (let index = 0; index < 3; index += 1) await add(userId, { index })
  await context.database.transaction((tx) => audit.record(tx, { event: 'otp.bad', userId: null, deviceId: null }))
  const rows = await readRows()
  // All rows as an old version would have written them, with other contents, and without a key.
  let previousHash: Uint8Array = new Uint8Array(32)
  for (const { seq, at, userId: user, deviceId, event } of rows) {
    const contents = { seq, at, userId: user, deviceId, event, data: { forged: true } }
    const hash = hashOf(previousHash, contents)
    const values = { data: contents.data, previousHash, hash, chain: 0, keyId: null }
    await context.database.update(auditLog).set(values).where(eq(auditLog.seq, seq))
    previousHash = hash
  }
  expect((await verify()).length).toBeGreaterThan(0)
  // Removing the signatures does not help either.
  await context.database.delete(auditHeads)
  expect(await verify()).toEqual([{ kind: 'unkeyed', chain: 0, seq: rows.at(-1)?.seq }])
})

test('finding F14: entries of a version without keys are verified once and closed by a keyed entry', async () => {
  await addUnkeyed(4)
  const old = await readRows()
  expect(await verify()).toEqual([{ kind: 'unkeyed', chain: 0, seq: old[3]?.seq }])
  await close()
  await add(randomUUID())
  expect(await verify()).toEqual([])
  const closing = (await readRows())[4]
  expect(closing).toMatchObject({ event: 'audit.sealed', data: { entries: 4, through: old[3]?.seq, faulty: null } })

  // From now on an old entry cannot be changed, even if the attacker recomputes the rest of its chain.
  let previousHash: Uint8Array = new Uint8Array(32)
  for (const { seq, at, userId, deviceId, event } of old) {
    const contents = { seq, at, userId, deviceId, event, data: { forged: true } }
    const hash = hashOf(previousHash, contents)
    await context.database
      .update(auditLog)
      .set({ data: contents.data, previousHash, hash })
      .where(eq(auditLog.seq, seq))
    previousHash = hash
  }
  expect(await verify()).toEqual([{ kind: 'changed', chain: 0, seq: closing?.seq }])
})

test('behavior: a broken chain without keys is closed, and reported permanently', async () => {
  await addUnkeyed(3)
  const [, second] = await readRows()
  await context.database
    .update(auditLog)
    .set({ event: 'otp.bad' })
    .where(eq(auditLog.seq, second?.seq ?? 0))
  const fault = { kind: 'changed', chain: 0, seq: second?.seq }
  await close()
  expect(await verify()).toEqual([fault])
})

test('behavior: concurrent writers add to one chain each, and users do not wait for one another', async () => {
  const users = Array.from({ length: 40 }, () => randomUUID())
  await Promise.all(users.map((userId, index) => add(userId, { index })))
  const report = await audit.verify(context.database)
  expect(report).toMatchObject({ entries: 40, faults: [] })
  expect(report.heads.length).toBeGreaterThan(4)
  const { rows } = await context.database.execute(
    sql`select count(distinct (chain, previous_hash))::int as places from audit_log`,
  )
  expect(rows).toEqual([{ places: 40 }])
})

test('finding F14: the server verifies the log automatically, and reports faults in its log, its metrics and its health', async () => {
  const userId = randomUUID()
  await add(userId)
  await add(userId)
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
  const metrics = new Registry()
  const job = startAuditJob({ context: { ...context, log, metrics }, audit })
  const metric = async (name: string) => (await metrics.getSingleMetric(name)?.get())?.values[0]?.value
  await job.run()
  expect(await metric('latchkey_audit_head')).toBe((await readRows())[1]?.seq)
  expect(await metric('latchkey_audit_faults')).toBe(0)
  expect(lines.some((line) => line.includes('Head of the audit log'))).toBe(true)
  await expect(job.checks()[0]?.check()).resolves.toBeUndefined()

  // Only later entries are verified, and signed ones must still exist.
  await add(userId)
  const rows = await readRows()
  await context.database.delete(auditLog).where(eq(auditLog.seq, rows[2]?.seq ?? 0))
  await job.run()
  expect(await metric('latchkey_audit_faults')).toBe(1)
  expect(lines.some((line) => JSON.parse(line).level === 50 && line.includes('The audit log was changed'))).toBe(true)
  await expect(job.checks()[0]?.check()).rejects.toThrow('1 faults, the first: head at entry')
})

test('behavior: a rollback leaves no entry', async () => {
  await add(randomUUID())
  await expect(
    context.database.transaction(async (tx) => {
      await audit.record(tx, { event: 'otp.ok', userId: null, deviceId: null })
      throw new Error('stop')
    }),
  ).rejects.toThrow('stop')
  await add(randomUUID())
  expect(await context.database.$count(auditLog)).toBe(2)
  expect(await verify()).toEqual([])
})

test('behavior: a page lists only the user’s own entries, newest first', async () => {
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

test('behavior: canonical JSON is equal for equal values', () => {
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

import { createHash } from 'node:crypto'
import { asc, desc, gt, sql } from 'drizzle-orm'
import type { Clock } from '../platform/clock/Clock.ts'
import type { Audit } from './Audit.ts'
import { canonicalJson } from './canonicalJson.ts'
import { auditLog } from './schema.ts'

/** One writer at a time: two that read the same head would fork the chain. The number is ours alone in the database. */
const lockKey = 7105_110
const origin = new Uint8Array(32)
const batch = 1000

/** A row without what is computed from it. */
type Contents = {
  seq: number
  at: Date
  userId: string | null
  deviceId: string | null
  event: string
  data: Record<string, string | number | boolean | null>
}

/**
 * Creates the log. Its entries are written last in a transaction, because the chain is locked from then until the end of it.
 *
 * @example
 * await database.transaction(async (tx) => {
 *   …
 *   await audit.record(tx, { event: 'wallet.created', userId, deviceId })
 * })
 */
export function createAudit({ clock }: { clock: Clock }): Audit {
  return {
    record: async (tx, { event, userId, deviceId, data = {} }) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${lockKey})`)
      // A statement of its own after the lock, so that it sees what the writer before committed.
      const [head] = await tx.select({ hash: auditLog.hash }).from(auditLog).orderBy(desc(auditLog.seq)).limit(1)
      const next = await tx.execute<{ seq: string }>(
        sql`select nextval(pg_get_serial_sequence('audit_log', 'seq')) as seq`,
      )
      const contents: Contents = {
        seq: Number(next.rows[0]?.seq),
        at: new Date(clock.now()),
        userId,
        deviceId,
        event,
        data,
      }
      const previousHash = head?.hash ?? origin
      await tx.insert(auditLog).values({ ...contents, previousHash, hash: hashOf({ contents, previousHash }) })
    },

    verify: async (database, { anchor } = {}) => {
      let previousHash: Uint8Array = origin
      let last = 0
      let anchored = anchor === undefined
      for (;;) {
        const rows = await database
          .select()
          .from(auditLog)
          .where(gt(auditLog.seq, last))
          .orderBy(asc(auditLog.seq))
          .limit(batch)
        for (const { hash, previousHash: claimed, ...contents } of rows) {
          const fits = equal(claimed, previousHash) && equal(hash, hashOf({ contents, previousHash }))
          if (!fits) return { seq: contents.seq }
          if (anchor?.seq === contents.seq) {
            if (anchor.hash !== Buffer.from(hash).toString('hex')) return { seq: contents.seq }
            anchored = true
          }
          previousHash = hash
          last = contents.seq
        }
        if (rows.length < batch) return anchored || !anchor ? undefined : { seq: anchor.seq }
      }
    },

    head: async (database) => {
      const [head] = await database
        .select({ seq: auditLog.seq, hash: auditLog.hash })
        .from(auditLog)
        .orderBy(desc(auditLog.seq))
        .limit(1)
      return head && { seq: head.seq, hash: Buffer.from(head.hash).toString('hex') }
    },
  }
}

function hashOf({ contents, previousHash }: { contents: Contents; previousHash: Uint8Array }): Uint8Array {
  const { at, ...rest } = contents
  return createHash('sha256')
    .update(previousHash)
    .update(canonicalJson({ ...rest, at: at.toISOString() }))
    .digest()
}

function equal(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.from(a).equals(b)
}

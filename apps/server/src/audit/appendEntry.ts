import { eq, sql } from 'drizzle-orm'
import type { Clock } from '../platform/clock/Clock.ts'
import type { Transaction } from '../platform/db/Database.ts'
import type { AuditContents, AuditKeys } from './auditKeys.ts'
import { auditHeads, auditLog } from './schema.ts'

/** Previous hash of a chain's first entry. */
export const auditOrigin = new Uint8Array(32)

/**
 * Adds an entry to its chain, and signs the chain's new head. The chain is locked until the end of the transaction.
 *
 * @param options.before the previous hash for a chain without a head
 */
export async function appendEntry({
  tx,
  clock,
  keys,
  entry,
  before = auditOrigin,
}: {
  tx: Transaction
  clock: Clock
  keys: AuditKeys
  entry: Pick<AuditContents, 'chain' | 'event' | 'userId' | 'deviceId' | 'data'>
  before?: Uint8Array
}): Promise<void> {
  const { chain } = entry
  const previousHash = (await lockHead(tx, chain))?.hash ?? before
  const next = await tx.execute<{ seq: string }>(sql`select nextval(pg_get_serial_sequence('audit_log', 'seq')) as seq`)
  const at = new Date(clock.now())
  const contents: AuditContents = { ...entry, seq: Number(next.rows[0]?.seq), at, keyId: keys.keyId }
  const hash = keys.hash(contents, previousHash)
  await tx.insert(auditLog).values({ ...contents, previousHash, hash })
  const head = { chain, seq: contents.seq, hash: Buffer.from(hash).toString('hex') }
  const row = { chain, seq: head.seq, hash, mac: keys.signHead(head) }
  await tx.insert(auditHeads).values(row).onConflictDoUpdate({ target: auditHeads.chain, set: row })
}

/** Locks a chain. A chain without entries is locked by its number. */
async function lockHead(tx: Transaction, chain: number) {
  const read = () => tx.select().from(auditHeads).where(eq(auditHeads.chain, chain)).for('update')
  const [head] = await read()
  if (head) return head
  await tx.execute(sql`select pg_advisory_xact_lock(7105110, ${chain})`)
  // A concurrent transaction may have created it during the wait.
  return (await read())[0]
}

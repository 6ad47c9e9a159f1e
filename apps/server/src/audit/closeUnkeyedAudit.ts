import { and, asc, gt, isNull } from 'drizzle-orm'
import type { Clock } from '../platform/clock/Clock.ts'
import type { Sealer } from '../platform/crypto/Sealer.ts'
import type { Transaction } from '../platform/db/Database.ts'
import { appendEntry, auditOrigin } from './appendEntry.ts'
import { createAuditKeys } from './auditKeys.ts'
import { auditLog } from './schema.ts'

/** Entries per read. */
const batch = 1000

/**
 * Closes the chain of a version without keys. Verifies it, and adds a keyed entry with its end and its first fault. Called once per
 * database, when its root is created. Entries without a key that appear later are forged.
 */
export async function closeUnkeyedAudit({
  tx,
  clock,
  sealer,
}: {
  tx: Transaction
  clock: Clock
  sealer: Pick<Sealer, 'mac'>
}): Promise<void> {
  const keys = createAuditKeys({ sealer })
  let previousHash: Uint8Array = auditOrigin
  let faulty: number | null = null
  let entries = 0
  let through = 0
  for (;;) {
    const rows = await tx
      .select()
      .from(auditLog)
      .where(and(isNull(auditLog.keyId), gt(auditLog.seq, through)))
      .orderBy(asc(auditLog.seq))
      .limit(batch)
    for (const { hash, previousHash: claimed, ...contents } of rows) {
      const fits = isEqual(claimed, previousHash) && isEqual(hash, keys.hash(contents, previousHash))
      if (!fits) faulty ??= contents.seq
      previousHash = hash
      through = contents.seq
    }
    entries += rows.length
    if (rows.length < batch) break
  }
  if (entries === 0) return
  const data = { entries, through, faulty }
  const entry = { chain: 0, event: 'audit.sealed', userId: null, deviceId: null, data }
  await appendEntry({ tx, clock, keys, entry, before: previousHash })
}

function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.from(a).equals(b)
}

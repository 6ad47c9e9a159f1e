import { and, asc, desc, eq, gt } from 'drizzle-orm'
import type { Transaction } from '../platform/db/Database.ts'
import type { AuditAnchor, AuditFault, AuditHead, AuditReport } from './Audit.ts'
import type { AuditKeys } from './auditKeys.ts'
import { auditAnchors, auditHeads, auditLog } from './schema.ts'

const batch = 1000
const origin = new Uint8Array(32)

/** Entries that must exist, by number: their hash, and whether they were found. */
type Wanted = Map<number, AuditHead & { found: boolean }>

/**
 * Verifies the chains within one snapshot of the database. Compares them with the signed heads and anchors of the database, and with
 * further anchors. After a fault it continues with the next chain, because later entries of a broken chain prove nothing.
 */
export async function verifyAudit({
  tx,
  keys,
  since,
  anchors: given,
}: {
  tx: Transaction
  keys: AuditKeys
  since: readonly AuditHead[]
  anchors: readonly AuditAnchor[]
}): Promise<AuditReport> {
  const faults: AuditFault[] = []
  const wanted: Wanted = new Map()
  const demand = (head: AuditHead) => {
    const start = since.find(({ chain }) => chain === head.chain)
    // Skip entries that an earlier report has verified.
    if (start && head.seq < start.seq) return
    const other = wanted.get(head.seq)
    if (other && other.hash !== head.hash) faults.push({ kind: 'anchor', chain: head.chain, seq: head.seq })
    else wanted.set(head.seq, { ...head, found: start?.seq === head.seq && start.hash === head.hash })
  }

  // The newest anchor covers the older ones, unless an attacker removed it.
  const newestFirst = tx.select().from(auditAnchors).orderBy(desc(auditAnchors.id))
  const stored = await (since.length > 0 ? newestFirst.limit(1) : newestFirst)
  const anchors = [
    ...stored.map(({ at, heads, keyId, mac }) => ({ at: at.toISOString(), heads, keyId, mac: hex(mac) })),
    ...given,
  ]
  for (const anchor of anchors) {
    if (hex(keys.signAnchor(anchor)) === anchor.mac) for (const head of anchor.heads) demand(head)
    else faults.push({ kind: 'anchor', chain: 0, seq: Math.max(0, ...anchor.heads.map(({ seq }) => seq)) })
  }
  const noted = new Map<number, AuditHead>()
  for (const { chain, seq, hash, mac } of await tx.select().from(auditHeads)) {
    const head = { chain, seq, hash: hex(hash) }
    if (hex(keys.signHead(head)) !== hex(mac)) faults.push({ kind: 'head', chain, seq })
    else demand(head)
    noted.set(chain, head)
  }

  const heads: AuditHead[] = []
  let entries = 0
  const chains = await tx.selectDistinct({ chain: auditLog.chain }).from(auditLog)
  for (const chain of new Set([...chains.map((one) => one.chain), ...since.map((one) => one.chain)])) {
    const walked = await walk({ tx, keys, chain, wanted, start: since.find((one) => one.chain === chain) })
    entries += walked.entries
    if (walked.head) heads.push(walked.head)
    if (walked.fault) faults.push(walked.fault)
    // More entries than the head names: added by someone who cannot sign the head.
    else if (walked.head && noted.get(chain)?.seq !== walked.head.seq)
      faults.push({ kind: noted.has(chain) ? 'head' : 'missing', chain, seq: walked.head.seq })
  }
  for (const { chain, seq, found } of wanted.values())
    if (!found && !faults.some((fault) => fault.chain === chain)) faults.push({ kind: 'missing', chain, seq })
  return { entries, faults, heads: heads.toSorted((a, b) => a.chain - b.chain) }
}

async function walk({
  tx,
  keys,
  chain,
  wanted,
  start,
}: {
  tx: Transaction
  keys: AuditKeys
  chain: number
  wanted: Wanted
  start: AuditHead | undefined
}): Promise<{ entries: number; head: AuditHead | undefined; fault: AuditFault | undefined }> {
  let previousHash: Uint8Array = start ? Buffer.from(start.hash, 'hex') : origin
  let head = start
  let last = start?.seq ?? 0
  let entries = 0
  let unkeyed = 0
  let isClosed = start !== undefined
  const end = (fault?: AuditFault) => ({ entries, head, fault })
  if (start && !(await isThere(tx, start))) return end({ kind: 'missing', chain, seq: start.seq })
  for (;;) {
    const rows = await tx
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.chain, chain), gt(auditLog.seq, last)))
      .orderBy(asc(auditLog.seq))
      .limit(batch)
    for (const { hash, previousHash: claimed, ...contents } of rows) {
      const { seq, keyId, event, data } = contents
      entries += 1
      if (keyId === null) {
        unkeyed += 1
        if (chain !== 0 || isClosed) return end({ kind: 'unkeyed', chain, seq })
      } else if (!isClosed) {
        isClosed = true
        const closes = event === 'audit.sealed' && data.entries === unkeyed && data.through === last
        // A fault from the time of the closing is reported permanently.
        if (unkeyed > 0 && !closes) return end({ kind: 'unkeyed', chain, seq })
        if (unkeyed > 0 && data.faulty !== null) return end({ kind: 'changed', chain, seq: Number(data.faulty) })
      }
      const fits = Buffer.from(claimed).equals(previousHash) && hex(hash) === hex(keys.hash(contents, previousHash))
      if (!fits) return end({ kind: 'changed', chain, seq })
      const demanded = wanted.get(seq)
      if (demanded && (demanded.chain !== chain || demanded.hash !== hex(hash)))
        return end({ kind: 'changed', chain, seq })
      if (demanded) demanded.found = true
      previousHash = hash
      last = seq
      head = { chain, seq, hash: hex(hash) }
    }
    if (rows.length < batch) break
  }
  return end(isClosed || unkeyed === 0 ? undefined : { kind: 'unkeyed', chain, seq: last })
}

async function isThere(tx: Transaction, { chain, seq, hash }: AuditHead): Promise<boolean> {
  const [row] = await tx
    .select({ hash: auditLog.hash })
    .from(auditLog)
    .where(and(eq(auditLog.chain, chain), eq(auditLog.seq, seq)))
  return row !== undefined && hex(row.hash) === hash
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}

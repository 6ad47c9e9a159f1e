import { lt } from 'drizzle-orm'
import { Gauge } from 'prom-client'
import type { Context } from '../platform/context.ts'
import type { HealthCheck } from '../platform/health/HealthCheck.ts'
import type { Audit, AuditFault, AuditHead } from './Audit.ts'
import { auditAnchors } from './schema.ts'

/** Milliseconds between two runs. */
const interval = 60 * 60 * 1000
/** Runs between two complete verifications, because earlier entries could be changed after their verification. */
const wholeEvery = 24

/** Milliseconds for which anchors stay in the database. */
const anchorsKept = 400 * 24 * interval

/** Verifies the log while the server runs. */
export type AuditJob = {
  /** Verifies the entries since the last run, or all, and records the heads. */
  run: () => Promise<void>
  checks: () => HealthCheck[]
}

/**
 * Verifies the log now and every hour: the entries since the last run, and once a day all of them. Records the signed heads in the database
 * and in the process's own log. Stored elsewhere, they reveal entries removed from the end. A fault causes an error in the log, a metric
 * and a failed health check.
 */
export function startAuditJob({
  context: { clock, database, log, metrics, shutdown },
  audit,
}: {
  context: Pick<Context, 'clock' | 'database' | 'log' | 'metrics' | 'shutdown'>
  audit: Audit
}): AuditJob {
  const newest = new Gauge({
    name: 'latchkey_audit_head',
    help: 'Number of the newest entry of the audit log, as noted hourly',
    registers: [metrics],
  })
  const faulty = new Gauge({
    name: 'latchkey_audit_faults',
    help: 'Faults that the last verification of the audit log found',
    registers: [metrics],
  })
  let since: readonly AuditHead[] = []
  let faults: readonly AuditFault[] = []
  let runs = 0

  const verify = async () => {
    const isWhole = runs % wholeEvery === 0 || faults.length > 0
    runs += 1
    const report = await audit.verify(database, isWhole ? {} : { since })
    faults = report.faults
    faulty.set(faults.length)
    for (const fault of faults) log.error(fault, 'The audit log was changed')
    // Do not sign a faulty log, because an anchor confirms all earlier entries.
    if (faults.length > 0) return
    since = report.heads
    if (report.heads.length === 0) return
    newest.set(Math.max(...report.heads.map(({ seq }) => seq)))
    const anchor = audit.anchor(report.heads)
    await database
      .insert(auditAnchors)
      .values({ ...anchor, at: new Date(anchor.at), mac: Buffer.from(anchor.mac, 'hex') })
    await database.delete(auditAnchors).where(lt(auditAnchors.at, new Date(clock.now() - anchorsKept)))
    log.info({ anchor }, 'Head of the audit log')
  }
  let running: Promise<void> = Promise.resolve()
  const run = () => {
    running = running
      .then(verify)
      .catch((error: unknown) => log.error({ err: error }, 'Verifying the audit log failed, retrying in an hour'))
    return running
  }
  void run()
  const timer = setInterval(() => void run(), interval)
  timer.unref()
  shutdown.add('audit job', async () => {
    clearInterval(timer)
    await running
  })
  return {
    run,
    checks: () => [
      {
        name: 'audit log',
        check: async () => {
          const [first] = faults
          if (first) throw new Error(`${faults.length} faults, the first: ${first.kind} at entry ${first.seq}`)
        },
      },
    ],
  }
}

import { Gauge } from 'prom-client'
import type { Context } from '../platform/context.ts'
import type { Audit } from './Audit.ts'

const day = 24 * 60 * 60 * 1000

/**
 * Writes the head of the log to the process's own log now and once a day: kept elsewhere, it shows whether entries were removed
 * from the end. A metric counts the entries.
 */
export function startAuditAnchor({
  context: { database, log, metrics, shutdown },
  audit,
}: {
  context: Pick<Context, 'database' | 'log' | 'metrics' | 'shutdown'>
  audit: Audit
}): void {
  const entries = new Gauge({
    name: 'latchkey_audit_head',
    help: 'Number of the newest entry of the audit log, as noted daily',
    registers: [metrics],
  })
  const note = async () => {
    try {
      const head = await audit.head(database)
      if (!head) return
      entries.set(head.seq)
      log.info({ seq: head.seq, hash: head.hash }, 'Head of the audit log')
    } catch (error) {
      log.error({ err: error }, 'The head of the audit log could not be read')
    }
  }
  let noting = note()
  const timer = setInterval(() => {
    noting = note()
  }, day)
  timer.unref()
  shutdown.add('audit anchor', async () => {
    clearInterval(timer)
    await noting
  })
}

import { collectDefaultMetrics, Gauge } from 'prom-client'
import type { Context } from '../context.ts'
import type { DatabaseConnection } from '../db/Database.ts'

/**
 * Registers the metrics of the whole process: memory, event-loop lag, garbage collection, and the round trip of the database if there is
 * one.
 */
export function registerProcessMetrics({
  context: { metrics },
  connection,
}: {
  context: Pick<Context, 'metrics'>
  connection?: DatabaseConnection | undefined
}): void {
  collectDefaultMetrics({ register: metrics })
  if (!connection) return
  new Gauge({
    name: 'latchkey_database_ping_seconds',
    help: 'Round trip to the database; NaN when it does not answer',
    labelNames: ['engine'],
    registers: [metrics],
    async collect() {
      const milliseconds = await connection.ping().catch(() => Number.NaN)
      this.set({ engine: connection.engine }, milliseconds / 1000)
    },
  })
}

import { ServiceError } from '@latchkey/protocol/errors'
import { Counter, Gauge } from 'prom-client'
import type { Context } from '../platform/context.ts'
import { keyIdOfSealed } from '../platform/crypto/createSealer.ts'
import type { SealerKeysOf } from '../platform/crypto/readSealerKeys.ts'
import type { SealedTable } from '../platform/crypto/SealedTable.ts'
import type { Sealer } from '../platform/crypto/Sealer.ts'
import type { HealthCheck } from '../platform/health/HealthCheck.ts'
import { allSealedTables } from './allSealedTables.ts'
import { countSealedRows } from './countSealedRows.ts'
import { type ResealReport, resealRows } from './resealRows.ts'

/** Milliseconds between two searches for rows under older keys. */
const interval = 60 * 60 * 1000

/** Keeps all sealed rows under the newest key. */
export type KeyRotation = {
  /** @throws LatchkeyError `config_invalid`, which names the keys that rows need and this process does not have */
  requireKeys: () => Promise<void>
  /** Seals all rows under the newest keys. Concurrent calls share one run. */
  reseal: () => Promise<ResealReport>
  /** Reseals now and every hour, in the background, until the context's shutdown. */
  start: () => void
  checks: () => HealthCheck[]
}

/**
 * Creates the rotation of this process's keys.
 *
 * @param options.sealers sealers by purpose; tables of other purposes are not changed
 * @param options.tables for tests; default: all
 */
export function createKeyRotation({
  context: { database, log, metrics, shutdown },
  sealers,
  tables: given = allSealedTables,
}: {
  context: Pick<Context, 'database' | 'log' | 'metrics' | 'shutdown'>
  sealers: Partial<Record<SealerKeysOf, Sealer | undefined>>
  tables?: readonly SealedTable[]
}): KeyRotation {
  const sealerOf = ({ of = 'wallet' }: SealedTable) => sealers[of]
  const tables = given.filter(sealerOf)
  const pending = new Gauge({
    name: 'latchkey_sealed_rows_pending',
    help: 'Sealed rows that are under an older key than the newest',
    labelNames: ['table'],
    registers: [metrics],
  })
  const done = new Counter({
    name: 'latchkey_sealed_rows_resealed_total',
    help: 'Sealed rows that this process sealed again under the newest key',
    labelNames: ['table'],
    registers: [metrics],
  })
  const stopping = new AbortController()
  let unopened = 0
  let left = 0

  const readPending = async () => {
    const counts = await countSealedRows(database, tables)
    const older = counts.filter(({ table, kekId }) => kekId !== sealerOf(table)?.kekId)
    for (const { name } of tables) {
      const rows = older.filter(({ table }) => table.name === name).reduce((sum, { rows: some }) => sum + some, 0)
      pending.set({ table: name }, rows)
    }
    left = older.reduce((sum, { rows }) => sum + rows, 0)
    return older
  }

  const run = async (): Promise<ResealReport> => {
    const total: ResealReport = { resealed: 0, missed: 0, unopened: 0 }
    const older = await readPending()
    for (const table of tables) {
      const sealer = sealerOf(table)
      const rows = older.filter((one) => one.table === table).reduce((sum, { rows: some }) => sum + some, 0)
      if (!sealer || rows === 0) continue
      log.info({ table: table.name, rows, key: sealer.kekId }, 'Sealing rows under the newest key')
      let counted = 0
      const report = await resealRows({
        ...{ database, table, sealer, signal: stopping.signal },
        onBatch: ({ resealed }) => {
          done.inc({ table: table.name }, resealed - counted)
          pending.dec({ table: table.name }, resealed - counted)
          left -= resealed - counted
          counted = resealed
        },
      })
      const facts = { table: table.name, ...report }
      if (report.unopened > 0) log.error(facts, 'Sealed rows do not open under any key of this process')
      else log.info(facts, 'Sealed rows under the newest key')
      for (const field of ['resealed', 'missed', 'unopened'] as const) total[field] += report[field]
    }
    unopened = total.unopened
    await readPending()
    return total
  }
  let running: Promise<ResealReport> | undefined
  const reseal = () => {
    running ??= run().finally(() => {
      running = undefined
    })
    return running
  }

  return {
    requireKeys: async () => {
      const counts = await countSealedRows(database, tables)
      const missing = counts.filter(({ table, kekId }) => !sealerOf(table)?.knows(kekId))
      if (missing.length === 0) return
      const list = missing
        .map(({ table, kekId, rows }) => `key ${keyIdOfSealed(kekId)}: ${rows} in ${table.name}`)
        .join('; ')
      throw new ServiceError('config_invalid', {
        message: `wallet.keyFile: sealed rows need keys that are missing: ${list}. Put those keys back below the newest; If they are lost, see docs/runbooks/key-lost.md.`,
      })
    },
    reseal,
    start: () => {
      const attempt = () =>
        reseal().then(
          () => {},
          (error: unknown) => log.warn({ err: error }, 'Sealing rows under the newest key failed, retrying in an hour'),
        )
      void attempt()
      const timer = setInterval(() => void attempt(), interval)
      timer.unref()
      shutdown.add('sealing under the newest key', async () => {
        clearInterval(timer)
        stopping.abort()
        await running?.catch(() => {})
      })
    },
    checks: () => [
      {
        name: 'sealed rows',
        check: async () => {
          if (unopened > 0) throw new Error(`${unopened} sealed rows do not open under any key`)
          return left > 0 ? { detail: `${left} rows are still under an older key` } : undefined
        },
      },
    ],
  }
}

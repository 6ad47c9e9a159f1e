import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ServiceError } from '@latchkey/protocol/errors'
import { loadConfig } from '../platform/config/loadConfig.ts'
import type { ServerConfig } from '../platform/config/ServerConfig.ts'
import { createPGlite } from '../platform/db/createPGlite.ts'
import { createPostgres } from '../platform/db/createPostgres.ts'
import type { DatabaseConnection } from '../platform/db/Database.ts'
import { formatReport } from './formatReport.ts'
import { type ReportColumn, readReport, reportColumns, toDay } from './telemetryStore.ts'

const usage = `Counts what visitors did, from the server's database (LATCHKEY_CONFIG names its configuration).

  npm run telemetry -- [--days 30] [--by day,event,wallet] [--project <id>] [--json]

  --days     how many days back, today included (default 30)
  --by       what to break it down by, of: ${Object.keys(reportColumns).join(', ')}
  --project  one project alone
  --json     as JSON

The embedded database belongs to the running server: stop that first, or use PostgreSQL.`

/**
 * Creates the report for the command line.
 *
 * @param options.words arguments of the command
 * @returns the text to print
 * @throws Error with a sentence: an invalid option, an invalid configuration, or a database that is unreachable or in use
 */
export async function makeReport({
  words,
  env,
}: {
  words: readonly string[]
  env: Readonly<Record<string, string | undefined>>
}): Promise<string> {
  const { values } = parseArgs({
    args: [...words],
    options: {
      days: { type: 'string', default: '30' },
      by: { type: 'string', default: 'day,event,wallet' },
      project: { type: 'string' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return usage
  const days = Number(values.days)
  if (!Number.isInteger(days) || days < 1) throw new Error(`--days: expected a whole number, found ${values.days}`)
  const by = readColumns(values.by)
  const connection = await openDatabase(await loadConfig({ env }))
  try {
    const since = toDay(Date.now() - (days - 1) * 86_400_000)
    const lines = await readReport(connection.database, { by, since, project: values.project })
    return values.json ? JSON.stringify(lines, undefined, 2) : formatReport({ by, lines, since })
  } finally {
    await connection.close()
  }
}

function readColumns(text: string): ReportColumn[] {
  const names = text.split(',').map((name) => name.trim())
  const unknown = names.find((name) => !Object.hasOwn(reportColumns, name))
  if (unknown !== undefined)
    throw new Error(`--by: ${unknown || 'nothing'} is none of ${Object.keys(reportColumns).join(', ')}`)
  return names as ReportColumn[]
}

/** Opens an existing database, without creating or changing anything. */
function openDatabase({ database, dataFolder }: ServerConfig): Promise<DatabaseConnection> {
  if (database.url) return createPostgres({ url: database.url, max: 1, migrate: false })
  if (existsSync(join(dataFolder, 'database'))) return createPGlite({ dataFolder, migrate: false })
  throw new ServiceError('config_invalid', {
    message: `There is no database in ${dataFolder} yet, and no DATABASE_URL: start the server once`,
  })
}

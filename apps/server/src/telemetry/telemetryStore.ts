import { and, eq, gte, lt, notInArray, sql } from 'drizzle-orm'
import type { ProjectConfig } from '../platform/config/ServerConfig.ts'
import type { Database } from '../platform/db/Database.ts'
import { telemetryEvents } from './schema.ts'
import type { TelemetryRow } from './toRow.ts'

/** Days for which events of a project outside the configuration are kept. */
const orphanDays = 90

/** Columns by which a report can group. */
export const reportColumns = {
  day: telemetryEvents.day,
  project: telemetryEvents.project,
  event: telemetryEvents.event,
  wallet: telemetryEvents.wallet,
  way: telemetryEvents.way,
  view: telemetryEvents.view,
  namespace: telemetryEvents.namespace,
  chain: telemetryEvents.chainId,
  code: telemetryEvents.code,
  device: telemetryEvents.device,
} as const

/** Column by which a report can group. */
export type ReportColumn = keyof typeof reportColumns

/** One line of a report: the grouped values, the number of events, and the number of visits, if the clients identify those. */
export type ReportLine = Partial<Record<ReportColumn, string | null>> & { events: number; visits: number }

/** Returns the UTC day of a time, `2026-11-20`. */
export function toDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}

export async function addEvents(database: Database, rows: readonly TelemetryRow[]): Promise<void> {
  await database.insert(telemetryEvents).values([...rows])
}

/** Returns the number of events of a project on a day. */
export function countEvents(database: Database, { project, day }: { project: string; day: string }): Promise<number> {
  return database.$count(telemetryEvents, and(eq(telemetryEvents.project, project), eq(telemetryEvents.day, day)))
}

/** Deletes events after their project's time. */
export async function purgeEvents(
  database: Database,
  { projects, now }: { projects: readonly Pick<ProjectConfig, 'id' | 'telemetry'>[]; now: number },
): Promise<void> {
  const daysAgo = (days: number) => toDay(now - days * 86_400_000)
  for (const { id, telemetry } of projects) {
    await database
      .delete(telemetryEvents)
      .where(and(eq(telemetryEvents.project, id), lt(telemetryEvents.day, daysAgo(telemetry.keepDays))))
  }
  const ids = projects.map(({ id }) => id)
  const isOrphan = ids.length > 0 ? notInArray(telemetryEvents.project, ids) : undefined
  await database.delete(telemetryEvents).where(and(isOrphan, lt(telemetryEvents.day, daysAgo(orphanDays))))
}

/**
 * Counts events.
 *
 * @param options.since the first day, `2026-11-20`
 * @param options.project limits the report to one project
 */
export async function readReport(
  database: Database,
  { by, since, project }: { by: readonly ReportColumn[]; since: string; project?: string | undefined },
): Promise<ReportLine[]> {
  const columns = by.map((name) => reportColumns[name])
  const rows = await database
    .select({
      ...Object.fromEntries(by.map((name) => [name, reportColumns[name]])),
      events: sql<number>`count(*)::int`,
      // A visit that continues past midnight has one digest per day, and counts on each.
      visits: sql<number>`count(distinct nullif(${telemetryEvents.visit}, ''))::int`,
    })
    .from(telemetryEvents)
    .where(and(gte(telemetryEvents.day, since), project ? eq(telemetryEvents.project, project) : undefined))
    .groupBy(...columns)
    .orderBy(...columns)
  return rows as ReportLine[]
}

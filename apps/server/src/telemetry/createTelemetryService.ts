import type { ProjectConfig } from '../platform/config/ServerConfig.ts'
import type { Context } from '../platform/context.ts'
import type { KnownNames } from './createKnownNames.ts'
import { addEvents, countEvents, purgeEvents, toDay } from './telemetryStore.ts'
import { type CountedEvent, toRow } from './toRow.ts'

/** Milliseconds between two deletions of old events. */
const sweepInterval = 60 * 60 * 1000

/** Stores events of visitors. */
export type TelemetryService = {
  /**
   * Stores the events of one visit, if the project has enabled it, up to its daily limit.
   * @returns the number of stored events
   */
  record: (options: {
    project: ProjectConfig
    /** Undefined for clients that do not identify visits. */
    session: string | undefined
    events: readonly CountedEvent[]
    userAgent: string
  }) => Promise<number>
  /** Deletes events that are too old. */
  purge: () => Promise<void>
}

/** Creates the service. It deletes old events at the start and every hour, until the context's shutdown. */
export function createTelemetryService({
  context: { config, database, clock, log, shutdown },
  names,
}: {
  context: Pick<Context, 'config' | 'database' | 'clock' | 'log' | 'shutdown'>
  names: KnownNames
}): TelemetryService {
  /** Events of the day by project, as far as this process knows: read once, then incremented. */
  let today = { day: '', counts: new Map<string, Promise<{ events: number; isFull: boolean }>>() }
  const countOf = (project: string, day: string) => {
    if (today.day !== day) today = { day, counts: new Map() }
    const { counts } = today
    const known = counts.get(project)
    if (known) return known
    const read = countEvents(database, { project, day }).then((events) => ({ events, isFull: false }))
    counts.set(project, read)
    read.catch(() => counts.delete(project))
    return read
  }

  const purge = () => purgeEvents(database, { projects: config.projects, now: clock.now() })
  let running = Promise.resolve()
  const sweep = () => {
    running = purge().catch((error) => log.warn({ err: error }, 'Deleting old telemetry events failed'))
  }
  sweep()
  const timer = setInterval(sweep, sweepInterval)
  timer.unref()
  shutdown.add('telemetry sweep', async () => {
    clearInterval(timer)
    await running
  })

  return {
    purge,
    record: async ({ project: { id, telemetry }, session, events, userAgent }) => {
      if (!telemetry.enabled) return 0
      const day = toDay(clock.now())
      const count = await countOf(id, day)
      const taken = events.slice(0, Math.max(0, telemetry.maxPerDay - count.events))
      if (taken.length < events.length && !count.isFull) {
        count.isFull = true
        log.warn(
          { project: id, maxPerDay: telemetry.maxPerDay },
          'The daily telemetry limit is reached, dropping further events',
        )
      }
      if (taken.length === 0) return 0
      count.events += taken.length
      await addEvents(
        database,
        taken.map((event) => toRow({ event, session, project: id, day, userAgent, names })),
      )
      return taken.length
    },
  }
}

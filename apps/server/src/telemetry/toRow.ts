import { createHash } from 'node:crypto'
import type { KnownNames } from './createKnownNames.ts'
import type { telemetryEvents } from './schema.ts'

/** A row without its number. */
export type TelemetryRow = typeof telemetryEvents.$inferInsert

/** An event to count: its name, which the server knows, and the page's values, which `toRow` looks up. */
export type CountedEvent = {
  name: string
  view?: string
  wallet?: string
  way?: string
  namespace?: string
  chainId?: string
  code?: string
  connected?: boolean
}

/** Value of the visit for clients that do not identify visits. */
const noVisit = ''

/** Creates the row of an event: known names only, the day, and a digest of the page's visit identifier. */
export function toRow({
  event,
  session,
  project,
  day,
  userAgent,
  names,
}: {
  event: CountedEvent
  session: string | undefined
  project: string
  /** `2026-11-20`, in UTC. */
  day: string
  userAgent: string
  names: KnownNames
}): TelemetryRow {
  return {
    project,
    day,
    visit:
      session === undefined
        ? noVisit
        : createHash('sha256').update(`${project} ${day} ${session}`).digest('hex').slice(0, 16),
    device: /Mobi|Android|iPhone|iPad/i.test(userAgent) ? 'mobile' : 'desktop',
    event: event.name,
    view: event.view === undefined ? null : names.view(event.view),
    wallet: event.wallet === undefined ? null : names.wallet(event.wallet),
    way: event.way === undefined ? null : names.way(event.way),
    namespace: event.namespace === undefined ? null : names.namespace(event.namespace),
    chainId: event.chainId === undefined ? null : names.chainId(event.chainId),
    code: event.code === undefined ? null : names.code(event.code),
    connected: event.connected ?? null,
  }
}

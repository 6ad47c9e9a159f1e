import { createHash } from 'node:crypto'
import type { TelemetryRecord } from '@latchkey/protocol/api'
import type { KnownNames } from './createKnownNames.ts'
import type { telemetryEvents } from './schema.ts'

/** A row before it has a number. */
export type TelemetryRow = typeof telemetryEvents.$inferInsert

/** Makes the row of an event: known names only, the day, and a digest in the place of what the page calls its visit. */
export function toRow({
  event,
  session,
  project,
  day,
  userAgent,
  names,
}: {
  event: TelemetryRecord
  session: string
  project: string
  /** `2026-11-20`, in UTC. */
  day: string
  userAgent: string
  names: KnownNames
}): TelemetryRow {
  return {
    project,
    day,
    visit: createHash('sha256').update(`${project} ${day} ${session}`).digest('hex').slice(0, 16),
    device: /Mobi|Android|iPhone|iPad/i.test(userAgent) ? 'mobile' : 'desktop',
    event: event.name,
    view: 'view' in event ? names.view(event.view) : null,
    wallet: 'wallet' in event ? names.wallet(event.wallet) : null,
    way: 'way' in event ? names.way(event.way) : null,
    namespace: 'namespace' in event ? names.namespace(event.namespace) : null,
    chainId: 'chainId' in event ? names.chainId(event.chainId) : null,
    code: 'code' in event ? names.code(event.code) : null,
    connected: 'connected' in event ? event.connected : null,
  }
}

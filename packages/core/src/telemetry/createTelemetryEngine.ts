import { getAnalyticsConfig, postBatch, type TelemetryRecord, telemetryBatchSize } from '@latchkey/protocol/api'
import type { CoreContext } from '../CoreContext.ts'
import type { TimerId } from '../environment/Environment.ts'
import { askInTime } from '../http/askInTime.ts'
import { createApiClient } from '../http/createApiClient.ts'
import { type FollowedKit, followKit } from './followKit.ts'
import type { TelemetryEvent } from './TelemetryFeature.ts'

/** Milliseconds for which an event waits for others before it is sent. */
export const telemetryDelay = 5_000
/** Time limit of an answer in milliseconds. An unresponsive server must not hold the connections that the page needs. */
export const telemetryTimeout = 10_000
/** Number of consecutive failed batches after which nothing more is sent on this page. */
export const telemetryPatience = 3

/** The part of the telemetry that makes requests. */
export type TelemetryEngine = {
  /** Called after an event was added to the queue. */
  wake: () => void
  /** Resolves when all waiting events are sent or dropped. */
  flush: () => Promise<void>
  destroy: () => void
}

/**
 * Creates the sender. It asks the server once whether telemetry is enabled. It sends events a few seconds after they happened, and when the
 * page closes. Events that cannot be sent are dropped; after three failures, it stops.
 */
export function createTelemetryEngine({
  context: { config, environment, onRefusal },
  kit,
  queue,
  limit,
}: {
  context: CoreContext
  kit: FollowedKit
  queue: TelemetryEvent[]
  /** Largest number of waiting events. */
  limit: number
}): TelemetryEngine {
  const client = createApiClient({ ...config, fetch: environment.fetch, timers: environment, onRefusal })
  // Valid for this page only. Nothing that could identify the visitor is stored on the device.
  const session = crypto.randomUUID()
  const underWay = new Set<Promise<void>>()
  let status: 'asking' | 'on' | 'off' = 'asking'
  let failures = 0
  let timer: TimerId | undefined

  const end = () => {
    status = 'off'
    queue.length = 0
    environment.clearTimeout(timer)
    timer = undefined
    stopKit()
    for (const name of leavings) page?.removeEventListener(name, leave)
  }
  const inTime = <Answer>(request: (signal: AbortSignal) => Promise<Answer>) =>
    askInTime({ environment, milliseconds: telemetryTimeout, ask: request })
  const post = async (events: TelemetryRecord[]) => {
    try {
      await inTime((signal) => client.request(postBatch, { body: { session, events }, beacon: true, signal }))
      failures = 0
    } catch {
      if (++failures >= telemetryPatience) end()
    }
  }
  const send = () => {
    environment.clearTimeout(timer)
    timer = undefined
    while (status === 'on' && queue.length > 0) {
      const sending = post(queue.splice(0, telemetryBatchSize).map(toRecord)).finally(() => underWay.delete(sending))
      underWay.add(sending)
    }
  }
  const wake = () => {
    if (status === 'off') queue.length = 0
    else if (status === 'on' && queue.length >= telemetryBatchSize) send()
    else if (status === 'on' && queue.length > 0) timer ??= environment.setTimeout(send, telemetryDelay)
  }
  const leave = (event: Event) => {
    if (event.type === 'pagehide' || !environment.isVisible()) send()
  }
  const ask = async () => {
    try {
      const { data } = await inTime((signal) => client.request(getAnalyticsConfig, { isRead: false, signal }))
      if (status !== 'asking') return
      if (!data.isAnalyticsEnabled) end()
      else status = 'on'
      wake()
    } catch {
      end()
    }
  }

  const page = environment.page()
  // Phones discard hidden pages without further events.
  const leavings = ['pagehide', 'visibilitychange']
  for (const name of leavings) page?.addEventListener(name, leave)
  const stopKit = followKit({
    kit,
    track: (event) => {
      if (queue.length >= limit) return
      queue.push(event)
      wake()
    },
  })
  const asked = ask()

  return {
    wake,
    flush: async () => {
      await asked
      send()
      await Promise.all(underWay)
    },
    destroy: end,
  }
}

/** Converts an event to its sent form. A wallet's name is truncated, and dropped if it looks like more than a name. */
function toRecord(event: TelemetryEvent): TelemetryRecord {
  const record = Object.fromEntries(
    Object.entries(event).map(([key, value]) => {
      if (typeof value !== 'string') return [key, value]
      const isName = key !== 'wallet' || !/[0-9a-z]{26}|@/i.test(value)
      return [key, (isName && value.slice(0, 100)) || 'other']
    }),
  )
  return record as TelemetryRecord
}

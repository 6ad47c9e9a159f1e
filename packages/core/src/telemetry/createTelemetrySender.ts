import { getAnalyticsConfig, postBatch, type TelemetryRecord, telemetryBatchSize } from '@latchkey/protocol/api'
import type { CoreContext } from '../CoreContext.ts'
import type { TimerId } from '../environment/Environment.ts'
import { askInTime } from '../http/askInTime.ts'
import { createApiClient } from '../http/createApiClient.ts'
import { type FollowedKit, followKit } from './followKit.ts'
import type { TelemetryEvent } from './TelemetryFeature.ts'

/** How long an event waits for others before it is sent. */
export const telemetryDelay = 5_000
/** Milliseconds for which an answer is waited for: a server that hangs must not hold the connections that the page needs. */
export const telemetryTimeout = 10_000
/** Batches that may fail one after the other until nothing more is sent on this page. */
export const telemetryPatience = 3

/** The half of the telemetry that asks and sends. */
export type TelemetrySender = {
  /** An event was put into the queue. */
  wake: () => void
  /** Resolves when everything that waits was handed over or given up. */
  flush: () => Promise<void>
  destroy: () => void
}

/**
 * Makes the sender: asks once whether the server wants to know, and sends what waits some seconds after it happened, and when the
 * page goes away. What cannot be sent is dropped; after three failures nothing is tried any more.
 */
export function createTelemetrySender({
  context: { config, environment, onRefusal },
  kit,
  queue,
  limit,
}: {
  context: CoreContext
  kit: FollowedKit
  queue: TelemetryEvent[]
  /** Events that wait at most. */
  limit: number
}): TelemetrySender {
  const client = createApiClient({ ...config, fetch: environment.fetch, timers: environment, onRefusal })
  // Of this page only: nothing is kept on the device by which a visitor could be known again.
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
  // Phones end pages that are out of sight without another word.
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

/** An event as it travels. What a wallet calls itself is cut, and dropped when it looks like more than a name. */
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

import type { CoreContext } from '../CoreContext.ts'
import type { TelemetrySender } from './createTelemetrySender.ts'
import type { FollowedKit } from './followKit.ts'
import type { TelemetryEvent, TelemetryFeature } from './TelemetryFeature.ts'

/** Events that wait at most; those that come when the buffer is full are dropped. */
export const telemetryBuffer = 200

/** The telemetry as the kit's other parts see it. */
export type TelemetryInternals = TelemetryFeature & {
  /** Follows the kit from the first opening of the modal on; nothing is asked or sent before. */
  follow: (kit: FollowedKit) => void
  destroy: () => void
}

/** Makes the telemetry: it does nothing at all unless the app says `telemetry: true`, and sends nothing unless the server says so too. */
export function createTelemetry({ context }: { context: CoreContext }): TelemetryInternals {
  const queue: TelemetryEvent[] = []
  let stop = () => {}
  let loading: Promise<TelemetrySender | undefined> | undefined
  let sender: TelemetrySender | undefined
  return {
    track: (event) => {
      if (!context.config.telemetry || queue.length >= telemetryBuffer) return
      queue.push(event)
      sender?.wake()
    },
    flush: async () => (await loading)?.flush(),
    follow: (kit) => {
      if (!context.config.telemetry) return
      stop = kit.modal.subscribe(({ open }) => {
        if (!open) return
        stop()
        loading = context
          .load(() => import('./createTelemetrySender.ts'))
          .then(
            ({ createTelemetrySender }) => {
              sender = createTelemetrySender({ context, kit, queue, limit: telemetryBuffer })
              return sender
            },
            () => undefined,
          )
      })
    },
    destroy: () => {
      stop()
      void loading?.then((loaded) => loaded?.destroy())
    },
  }
}

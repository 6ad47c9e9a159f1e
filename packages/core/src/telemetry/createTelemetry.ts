import type { CoreContext } from '../CoreContext.ts'
import type { TelemetryEngine } from './createTelemetryEngine.ts'
import type { FollowedKit } from './followKit.ts'
import type { TelemetryEvent, TelemetryFeature } from './TelemetryFeature.ts'

/** Largest number of waiting events. Events are dropped while the buffer is full. */
export const telemetryBuffer = 200

/** The telemetry with the methods for other features. */
export type TelemetryInternals = TelemetryFeature & {
  /** Follows the kit from the first time that the modal opens. Nothing is requested or sent before. */
  follow: (kit: FollowedKit) => void
  destroy: () => void
}

/** Creates the telemetry. It does nothing unless the app sets `telemetry: true`, and sends nothing unless the server enables it as well. */
export function createTelemetry({ context }: { context: CoreContext }): TelemetryInternals {
  const queue: TelemetryEvent[] = []
  let stop = () => {}
  let loading: Promise<TelemetryEngine | undefined> | undefined
  let sender: TelemetryEngine | undefined
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
          .load(() => import('./createTelemetryEngine.ts'))
          .then(
            ({ createTelemetryEngine }) => {
              sender = createTelemetryEngine({ context, kit, queue, limit: telemetryBuffer })
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

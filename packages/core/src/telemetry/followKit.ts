import type { Readable } from '../store/Store.ts'
import type { TelemetryEvent } from './TelemetryFeature.ts'
import { type KitMoment, toTelemetryEvents } from './toTelemetryEvents.ts'

/** The features that telemetry follows. */
export type FollowedKit = { readonly [Part in keyof KitMoment]: Readable<KitMoment[Part]> }

/**
 * Converts changes of the kit to events, starting with the modal that was just opened.
 *
 * @returns a function that stops
 */
export function followKit({ kit, track }: { kit: FollowedKit; track: (event: TelemetryEvent) => void }): () => void {
  const look = (): KitMoment => ({
    modal: kit.modal.getState(),
    connection: kit.connection.getState(),
    signIn: kit.signIn.getState(),
    send: kit.send.getState(),
    swap: kit.swap.getState(),
  })
  const follow = () => {
    const before = seen
    seen = look()
    for (const event of toTelemetryEvents({ before, after: seen })) track(event)
  }
  const now = look()
  // The opening itself is also an event.
  let seen: KitMoment = { ...now, modal: { ...now.modal, open: false, history: [] } }
  follow()
  const stops = [kit.modal, kit.connection, kit.signIn, kit.send, kit.swap].map((part) => part.subscribe(follow))
  return () => {
    for (const stop of stops) stop()
  }
}

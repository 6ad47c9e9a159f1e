import type { Topic } from '@latchkey/protocol'
import type { SocketPlace } from '../platform/http/createSocketLimits.ts'
import type { RealtimeHub, Subscriber } from './createRealtimeHub.ts'

/** Bytes that can wait for a slow reader before its connection is closed. */
const maxBacklog = 256 * 1024
const encoder = new TextEncoder()

/**
 * Opens a stream of server-sent events. `event: message` contains a RealtimeEvent. `event: resync` means that the resume point is gone.
 * `event: heartbeat` comes first and then repeatedly, and names the seconds until the next one. A slow reader is disconnected, and its
 * browser reconnects automatically and resumes.
 */
export function openEventStream({
  hub,
  topics,
  owner,
  place,
  lastEventId,
  lookback,
}: {
  hub: RealtimeHub
  topics: readonly Topic[]
  /** IP address of the listener. */
  owner: string
  /** Released when the stream ends. */
  place: SocketPlace
  lastEventId: string | undefined
  /** Seconds whose events are sent first, without a `lastEventId`. */
  lookback: number | undefined
}): ReadableStream<Uint8Array> {
  const heartbeat = `event: heartbeat\ndata: {"seconds":${hub.heartbeat / 1000}}\n\n`
  let unsubscribe = () => {}
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        let open = true
        const finish = () => {
          if (!open) return
          open = false
          unsubscribe()
          place.leave()
          controller.close()
        }
        const write = (text: string) => {
          if (!open) return
          if ((controller.desiredSize ?? 0) < -maxBacklog) finish()
          else controller.enqueue(encoder.encode(text))
          place.heard()
        }
        const subscriber: Subscriber = {
          send: ({ id, data }) => write(`id: ${id}\nevent: message\ndata: ${data}\n\n`),
          resync: ({ id }) => write(`id: ${id}\nevent: resync\ndata: {}\n\n`),
          beat: () => write(heartbeat),
          end: finish,
        }
        place.watch({
          end: finish,
          backlog: () => Math.max(0, -(controller.desiredSize ?? 0)),
          // Its heartbeats detect a disconnected listener.
          endsIdle: false,
        })
        // The first bytes open the stream for the reader, and set its reconnection delay to one second.
        write(`retry: 1000\n\n${heartbeat}`)
        unsubscribe = hub.subscribe({ topics, owner, lastEventId, lookback, subscriber })
        // A slow reader can be detected during the missed events, before `unsubscribe` is set.
        if (!open) unsubscribe()
      },
      cancel: () => {
        unsubscribe()
        place.leave()
      },
    },
    { highWaterMark: 0, size: (chunk) => chunk.byteLength },
  )
}

import type { Topic } from '@latchkey/protocol'
import type { SocketPlace } from '../platform/http/createSocketLimits.ts'
import type { RealtimeHub, Subscriber } from './createRealtimeHub.ts'

/** Bytes that may wait for a slow reader before its connection is dropped. */
const maxBacklog = 256 * 1024
const encoder = new TextEncoder()

/**
 * Opens a stream of server-sent events. `event: message` carries a RealtimeEvent, `event: resync` says that the point of
 * resumption is gone, `event: heartbeat` that the server is alive, and in how many seconds it says so again: at the beginning and from
 * then on. A reader that does not keep up is dropped; its browser comes back by itself and resumes.
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
  /** The network address of whoever listens. */
  owner: string
  /** Given back when the stream ends. */
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
          // Its beats find out whether anybody is there.
          endsIdle: false,
        })
        // The first bytes open the stream for the reader; one second between its attempts to come back.
        write(`retry: 1000\n\n${heartbeat}`)
        unsubscribe = hub.subscribe({ topics, owner, lastEventId, lookback, subscriber })
        // A slow reader may be found while the missed events are given, before there is anything to end.
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

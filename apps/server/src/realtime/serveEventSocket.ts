import type { Topic } from '@latchkey/protocol'
import type { WebSocket } from 'ws'
import type { SocketPlace } from '../platform/http/createSocketLimits.ts'
import type { RealtimeHub } from './createRealtimeHub.ts'

/** Bytes that can wait for a slow reader before its connection is closed. */
const maxBacklog = 256 * 1024

/** Serves the event stream over a WebSocket: each frame is `{"id","event","data"}`, as in the server-sent events. */
export function serveEventSocket({
  socket,
  hub,
  topics,
  owner,
  place,
  lastEventId,
  lookback,
}: {
  socket: WebSocket
  hub: RealtimeHub
  topics: readonly Topic[]
  /** IP address of the listener. */
  owner: string
  place: SocketPlace
  lastEventId: string | undefined
  /** Seconds whose events are sent first, without a `lastEventId`. */
  lookback: number | undefined
}): void {
  const write = (text: string) => {
    if (socket.bufferedAmount > maxBacklog) socket.terminate()
    else socket.send(text)
    place.heard()
  }
  const unsubscribe = hub.subscribe({
    topics,
    owner,
    lastEventId,
    lookback,
    subscriber: {
      send: ({ id, data }) => write(`{"id":"${id}","event":"message","data":${data}}`),
      resync: ({ id }) => write(`{"id":"${id}","event":"resync","data":{}}`),
      // The socket has its own heartbeat.
      beat: () => {},
      end: () => socket.close(1012, 'The server restarts'),
    },
  })
  socket.on('close', unsubscribe)
  socket.on('error', unsubscribe)
}

import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import { createFrameCount } from './createFrameCount.ts'
import type { Intake } from './createIntake.ts'
import type { SocketPlace } from './createSocketLimits.ts'

/**
 * Holds a WebSocket to the limits: what it keeps of an unfinished message counts against its address and everybody, and it is ended when that is too
 * much, takes too long, or when its place is needed. To be called in the turn of the handshake, before anything of the socket is read.
 *
 * @param options.maxPayload bytes of a message; the socket's own receiver refuses longer ones
 */
export function watchSocket({
  socket,
  connection,
  place,
  intake,
  ip,
  maxPayload,
  endsIdle,
  now = Date.now,
}: {
  socket: WebSocket
  connection: Duplex
  place: SocketPlace
  intake: Intake
  ip: string
  maxPayload: number
  endsIdle: boolean
  now?: () => number
}): void {
  const frames = createFrameCount()
  let since: number | undefined
  const end = (code: number, reason: string) => {
    holding.close()
    connection.off('data', follow)
    // Nothing more is read, and what is kept goes in this very turn; the frame is with the system by then.
    socket.pause()
    socket.close(code, reason)
    setImmediate(() => socket.terminate())
  }
  const holding = intake.open({ ip, evict: () => end(1013, 'Too much is on its way in') })
  const follow = (chunk: Buffer) => {
    const bytes = frames.take(chunk)
    if (bytes === 0) {
      if (since === undefined) return
      since = undefined
      holding.hold(0)
      return
    }
    since ??= now()
    // Pieces of one byte cost far more than they carry.
    if (bytes > 2 * maxPayload) end(1008, 'Too many pieces')
    else if (!holding.hold(bytes)) end(1013, 'Too much is on its way in')
  }
  connection.on('data', follow)
  // After a broken frame or one that is too long the receiver drops all that still comes.
  socket.once('error', () => {
    connection.off('data', follow)
    holding.close()
  })
  socket.on('message', place.heard)
  socket.once('close', () => {
    holding.close()
    place.leave()
  })
  place.watch({ end, backlog: () => socket.bufferedAmount, assemblingSince: () => since, endsIdle })
}

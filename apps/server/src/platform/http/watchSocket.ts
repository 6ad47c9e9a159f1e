import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import { createFrameCount } from './createFrameCount.ts'
import type { Intake } from './createIntake.ts'
import type { SocketPlace } from './createSocketLimits.ts'

/**
 * Applies the limits to a WebSocket. The bytes of an incomplete message count against its address and the total. The socket is ended if the
 * message is too large or too slow, or if its place is needed. Call it in the turn of the handshake, before the socket is read.
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
    // Stop reading and release the memory in this turn. By the time of `terminate` the system has the close frame.
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
    // Chunks of one byte cost far more than they contain.
    if (bytes > 2 * maxPayload) end(1008, 'Too many pieces')
    else if (!holding.hold(bytes)) end(1013, 'Too much is on its way in')
  }
  connection.on('data', follow)
  // After a broken or oversized frame the receiver drops all further input.
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

import { relayCloseCodes, relayLimits } from '@latchkey/protocol/relay'
import type { Logger } from 'pino'
import type { Clock } from '../platform/clock/Clock.ts'
import type { Calls } from './createCalls.ts'
import type { Outlet } from './createOutlet.ts'
import type { TokenBuckets } from './createTokenBuckets.ts'
import type { Delivery } from './delivery/createDelivery.ts'
import type { RelayPeer } from './RelayPeer.ts'
import { countRefusal, type RelayCounts } from './relayMetrics.ts'
import { type RelayCall, readCall } from './wire/readCall.ts'
import { type Frame, readFrame } from './wire/readFrame.ts'
import { type RelayRefusal, refuseCall } from './wire/relayRefusals.ts'
import { writeRefusal, writeResult } from './wire/writeFrames.ts'

/** Takes what comes in over sockets. */
export type Frames = {
  /**
   * To be called before a socket is read. A client that was put out for a flood is not read before its time: what it sends meanwhile
   * waits on its own side, and costs the others nothing.
   */
  greet: (peer: RelayPeer) => void
  take: (peer: RelayPeer, data: Buffer, isBinary: boolean) => void
  /** A ping or pong: they cost as much as a call, so that a flood of them ends too. */
  sign: (peer: RelayPeer, ping?: Buffer) => void
  forget: (peer: RelayPeer) => void
  /** Takes nothing more from now on. */
  end: () => void
  /** Resolves when every call is answered, or after so many milliseconds. */
  settled: (milliseconds: number) => Promise<void>
}

/** Frames of one socket in one turn of the event loop; the others wait until everybody had theirs. */
const framesPerTurn = 16
/** Calls of one socket that may be under way; until they are answered nothing more is read from it. */
const maxPending = 256
/** Bytes of answers that may wait for a slow reader before it is dropped. */
const maxBacklog = 8 * 2 ** 20
/** Stands for a frame that is no text. */
const notText = Buffer.alloc(0)
/** A message of so many bytes counts as one; longer ones for more. */
const bytesPerToken = 2 ** 15
/** So many topics or receipts of one call count as a message: the store looks at each of them. */
const entriesPerToken = 32

/** Creates what reads frames, in turns, within each client's limits, and answers them. */
export function createFrames({
  calls,
  delivery,
  outlet,
  buckets,
  clock,
  counts,
  log,
}: {
  calls: Calls
  delivery: Delivery
  outlet: Outlet
  buckets: TokenBuckets
  clock: Clock
  counts: RelayCounts
  log: Logger
}): Frames {
  /** Sockets with frames that wait. */
  const backlog = new Set<RelayPeer>()
  let turn = 1
  let isScheduled = false
  let isEnding = false
  let pending = 0
  let onSettled: () => void = () => {}

  const schedule = () => {
    if (isScheduled) return
    isScheduled = true
    setImmediate(nextTurn)
  }

  const nextTurn = () => {
    isScheduled = false
    turn += 1
    for (const peer of backlog) {
      const room = Math.min(framesPerTurn, maxPending - peer.pending)
      if (room <= 0) continue
      for (const data of peer.queue.splice(0, room)) {
        count(peer)
        handle(peer, data)
      }
      if (peer.queue.length > 0) continue
      backlog.delete(peer)
      if (!peer.isStopped) peer.socket.resume()
    }
    for (const peer of backlog) {
      if (peer.pending < maxPending) return schedule()
    }
  }

  const count = (peer: RelayPeer) => {
    if (peer.turn !== turn) {
      peer.turn = turn
      peer.taken = 0
    }
    peer.taken += 1
    // Counts are of one turn, so the turns must go on.
    schedule()
  }

  const write = (peer: RelayPeer, text: string) => {
    const { socket } = peer
    if (socket.readyState !== socket.OPEN) return
    if (socket.bufferedAmount > maxBacklog) socket.terminate()
    else outlet.send(peer, text)
  }

  const refuse = (peer: RelayPeer, id: string, refusal: RelayRefusal) => {
    countRefusal(counts, refusal.data)
    write(peer, writeRefusal(id, refusal))
  }

  const answer = async (peer: RelayPeer, id: string, call: RelayCall) => {
    peer.pending += 1
    pending += 1
    const outcome = await calls(peer, id, call)
    peer.pending -= 1
    pending -= 1
    if (peer.queue.length > 0) schedule()
    if (!peer.isClosed) {
      if ('refusal' in outcome) refuse(peer, id, outcome.refusal)
      else {
        write(peer, writeResult(id, outcome.result))
        outcome.afterwards?.()
      }
    }
    if (pending === 0) onSettled()
  }

  /** Ends a socket that is flooded; nothing more of it is read. */
  const stop = (peer: RelayPeer) => {
    if (peer.isStopped) return
    peer.isStopped = true
    const { socket } = peer
    socket.pause()
    // What it was allowed is answered before.
    setImmediate(() => socket.close(relayCloseCodes.tooManyRequests, 'Too many messages'))
    // It has the close frame by then, or does not read.
    setTimeout(() => socket.terminate(), 1_000).unref()
  }

  const handle = (peer: RelayPeer, data: Buffer) => {
    if (peer.isStopped || peer.socket.readyState !== peer.socket.OPEN) return
    let frame: Frame
    let call: RelayCall | RelayRefusal | undefined
    try {
      frame = readFrame(data.toString())
      if (frame.kind === 'request') call = readCall(frame.method, frame.params)
    } catch (error) {
      // A frame that we cannot cope with must not end the process that serves everybody.
      log.error({ err: error }, 'A frame could not be read')
      return refuse(peer, '0', refuseCall('Internal'))
    }
    if (frame.kind === 'answer' && delivery.answered(peer, frame)) return
    if (isEnding) return
    const cost = call && !('code' in call) ? costOf(call) : 1
    const state = buckets.take(peer.client.bucket, cost + Math.floor(data.length / bytesPerToken))
    if (state !== 'good') {
      if (frame.kind !== 'answer') refuse(peer, frame.id, refuseCall('TooManyRequests'))
      if (state === 'flood') stop(peer)
      return
    }
    if (frame.kind === 'answer') return
    if (data.length > relayLimits.frameBytes) refuse(peer, frame.id, refuseCall('PayloadSizeExceeded'))
    else if (frame.kind === 'invalid') refuse(peer, frame.id, frame.refusal)
    else if (call && 'code' in call) refuse(peer, frame.id, call)
    else if (call) void answer(peer, frame.id, call)
  }

  return {
    greet: (peer) => {
      const debt = buckets.debtOf(peer.client.bucket)
      if (debt === 0) return
      peer.socket.pause()
      setTimeout(() => {
        if (!peer.isStopped && !peer.isClosed) peer.socket.resume()
      }, debt).unref()
    },
    take: (peer, data, isBinary) => {
      peer.isAlive = true
      peer.heardAt = clock.now()
      // No text, no JSON: it is answered like one that cannot be read.
      if (isBinary) data = notText
      const isFull = peer.turn === turn && peer.taken >= framesPerTurn
      if (peer.queue.length === 0 && !isFull && peer.pending < maxPending) {
        count(peer)
        handle(peer, data)
        return
      }
      peer.queue.push(data)
      backlog.add(peer)
      peer.socket.pause()
      schedule()
    },
    sign: (peer, ping) => {
      peer.isAlive = true
      const { client, socket } = peer
      const state = buckets.take(client.bucket, 1)
      if (state === 'flood' && socket.readyState === socket.OPEN) stop(peer)
      else if (ping && state === 'good' && socket.readyState === socket.OPEN) socket.pong(ping)
    },
    forget: (peer) => {
      backlog.delete(peer)
      peer.queue.length = 0
    },
    end: () => {
      isEnding = true
    },
    settled: async (milliseconds) => {
      if (pending === 0) return
      let timer: NodeJS.Timeout | undefined
      await new Promise<void>((resolve) => {
        onSettled = resolve
        timer = setTimeout(resolve, milliseconds)
      })
      clearTimeout(timer)
    },
  }
}

function costOf(call: RelayCall): number {
  if (call.kind === 'publish') return call.messages.length
  const { length } = call.kind === 'receive' ? call.receipts : call.topics
  return Math.ceil(length / entriesPerToken)
}

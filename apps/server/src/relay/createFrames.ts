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

/** Processes the frames of sockets. */
export type Frames = {
  /**
   * Call it before a socket is read. After a flood, the client's socket is paused for a time. Its frames meanwhile wait on its own side and
   * do not affect other clients.
   */
  greet: (peer: RelayPeer) => void
  take: (peer: RelayPeer, data: Buffer, isBinary: boolean) => void
  /** Handles a ping or pong. They cost as much as a call, so that a flood of them ends as well. */
  sign: (peer: RelayPeer, ping?: Buffer) => void
  forget: (peer: RelayPeer) => void
  /** Stops accepting frames. */
  end: () => void
  /** Resolves when every call is answered, or after the time limit. */
  settled: (milliseconds: number) => Promise<void>
}

/** Frames of one socket per turn of the event loop, so that every socket gets its share. */
const framesPerTurn = 16
/** Calls of one socket that can be in progress. Beyond them the socket is not read. */
const maxPending = 256
/** Bytes of replies that can wait for a slow reader before it is disconnected. */
const maxBacklog = 8 * 2 ** 20
/** Replaces a frame that is not text. */
const notText = Buffer.alloc(0)
/** A message up to this size costs one token. Longer ones cost more. */
const bytesPerToken = 2 ** 15
/** Topics or receipts of one call that cost one token, because the store processes each of them. */
const entriesPerToken = 32

/** Creates the reader of frames. It processes them in turns, within the limits of each client, and answers them. */
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
  /** Sockets with waiting frames. */
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
    // Counters apply to one turn, so the next turn must be scheduled.
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

  /** Ends a socket that floods the relay. Its further frames are not read. */
  const stop = (peer: RelayPeer) => {
    if (peer.isStopped) return
    peer.isStopped = true
    const { socket } = peer
    socket.pause()
    // Calls within the limit are answered first.
    setImmediate(() => socket.close(relayCloseCodes.tooManyRequests, 'Too many messages'))
    // By then the client has the close frame, or it does not read.
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
      // A frame that causes an exception must not end the process, which serves other clients.
      log.error({ err: error }, 'Reading a frame failed')
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
      // A binary frame is answered like an unreadable one.
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

import { relayCloseCodes } from '@latchkey/protocol/relay'
import type { Clock } from '../platform/clock/Clock.ts'
import type { RelayPeer } from './RelayPeer.ts'

/** Pings sockets and ends those that are gone. */
export type Heartbeat = { add: (peer: RelayPeer) => void; remove: (peer: RelayPeer) => void; stop: () => void }

/** Parts that the interval is cut into: each has its share of the sockets, so that no moment has all of them. */
const parts = 20

/**
 * Starts the heartbeat. A peer that neither sent nor answered anything since the last ping is gone, whatever the network says;
 * one that follows nothing and has sent nothing for long is told to come back when it needs something.
 *
 * @param options.interval milliseconds between two pings of a socket: clients give up after 31 seconds without one
 * @param options.onTick called about every second
 */
export function createHeartbeat({
  clock,
  interval,
  staleAfter,
  onTick,
}: {
  clock: Clock
  interval: number
  staleAfter: number
  onTick: () => void
}): Heartbeat {
  const groups = Array.from({ length: parts }, () => new Set<RelayPeer>())
  let added = 0
  let ticks = 0

  const timer = setInterval(() => {
    ticks += 1
    const now = clock.now()
    for (const peer of groups[ticks % parts] ?? []) {
      const { socket } = peer
      // One that we do not read from cannot be heard either.
      if (!peer.isAlive && !socket.isPaused) socket.terminate()
      else if (peer.topics.size === 0 && now - peer.heardAt > staleAfter) socket.close(relayCloseCodes.stale, 'Stale')
      else {
        peer.isAlive = false
        socket.ping()
      }
    }
    onTick()
  }, interval / parts)
  timer.unref()

  return {
    add: (peer) => {
      groups[added % parts]?.add(peer)
      added += 1
    },
    remove: (peer) => {
      for (const group of groups) if (group.delete(peer)) return
    },
    stop: () => clearInterval(timer),
  }
}

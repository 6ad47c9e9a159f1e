import { relayCloseCodes } from '@latchkey/protocol/relay'
import type { Clock } from '../platform/clock/Clock.ts'
import type { RelayPeer } from './RelayPeer.ts'

/** Pings sockets and ends the unresponsive ones. */
export type Heartbeat = { add: (peer: RelayPeer) => void; remove: (peer: RelayPeer) => void; stop: () => void }

/** Number of slices of the interval. Each pings its share of the sockets, which spreads the load. */
const parts = 20

/**
 * Starts the heartbeat. A peer that has sent nothing since the last ping is gone, even if the network does not report it. A peer that
 * follows no topic and has been silent for long is closed, and can reconnect later.
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
      // A paused socket is not read, so its answers cannot be seen.
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

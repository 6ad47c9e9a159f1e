import type { Clock } from '../../platform/clock/Clock.ts'
import type { Outlet } from '../createOutlet.ts'
import type { Followed, RelayPeer } from '../RelayPeer.ts'
import type { StoredMessage } from '../RelayStore.ts'
import type { RelayCounts } from '../relayMetrics.ts'
import { writeDelivery, writeMessage } from '../wire/writeFrames.ts'

/** Writes deliveries to sockets. */
export type Sender = {
  /** Whether a socket takes more: it reads what it is sent, and acknowledges it. */
  hasRoom: (peer: RelayPeer) => boolean
  /** Sends a message, unless its time is over. */
  send: (followed: Followed, message: StoredMessage) => void
  /** Forgets deliveries that are over, or that were sent a while ago on these topics: those are sent once more. */
  forget: (peer: RelayPeer, topics?: ReadonlySet<string>) => void
}

/** Messages of one socket that are on their way at once. */
const window = 512
/** Bytes that may wait for a slow reader before nothing more is pushed to it; the rest waits in the mailbox. */
const maxBacklog = 2 ** 20
/** Milliseconds after which an unacknowledged delivery is sent again to a socket that subscribes again. */
const patience = 5_000

/** Creates the sender. */
export function createSender({ outlet, clock, counts }: { outlet: Outlet; clock: Clock; counts: RelayCounts }): Sender {
  let lastId = 0
  // Everybody who gets a message gets the same text.
  let written: StoredMessage | undefined
  let data = ''

  return {
    hasRoom: ({ inFlight, socket }) => inFlight.size < window && socket.bufferedAmount < maxBacklog,
    send: (followed, message) => {
      const now = clock.now()
      if (message.expiresAt <= now) {
        counts.expired += 1
        return
      }
      if (written !== message) {
        written = message
        data = writeMessage(message)
      }
      const { peer, subscriptionId, topic } = followed
      // 16 digits, below 2^53.
      lastId = Math.max(lastId + 1, now * 1000)
      const { messageId, expiresAt, sequence } = message
      peer.inFlight.set(lastId, { topic, messageId, sentAt: now, expiresAt, isSettled: false })
      if (sequence > followed.last) followed.last = sequence
      counts.delivered += 1
      outlet.send(peer, writeDelivery({ id: lastId, subscriptionId, data }))
    },
    forget: ({ inFlight }, topics) => {
      const now = clock.now()
      for (const [id, { topic, expiresAt, sentAt }] of inFlight) {
        if (expiresAt <= now || (topics?.has(topic) && now - sentAt > patience)) inFlight.delete(id)
      }
    },
  }
}

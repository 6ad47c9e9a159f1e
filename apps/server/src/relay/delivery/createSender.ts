import type { Clock } from '../../platform/clock/Clock.ts'
import type { Outlet } from '../createOutlet.ts'
import type { Followed, RelayPeer } from '../RelayPeer.ts'
import type { StoredMessage } from '../RelayStore.ts'
import type { RelayCounts } from '../relayMetrics.ts'
import { writeDelivery, writeMessage } from '../wire/writeFrames.ts'

/** Writes deliveries to sockets. */
export type Sender = {
  /** Returns whether a socket can take more: it reads and acknowledges its messages. */
  hasRoom: (peer: RelayPeer) => boolean
  /** Sends a message, unless it has expired. */
  send: (followed: Followed, message: StoredMessage) => void
  /** Forgets expired deliveries, and unacknowledged ones of these topics after a pause. Those are sent again. */
  forget: (peer: RelayPeer, topics?: ReadonlySet<string>) => void
}

/** Messages of one socket that can be in flight. */
const window = 512
/** Bytes that can wait for a slow reader. Beyond them messages wait in the mailbox. */
const maxBacklog = 2 ** 20
/** Milliseconds after which an unacknowledged delivery is repeated to a socket that subscribes again. */
const patience = 5_000

/** Creates the sender. */
export function createSender({ outlet, clock, counts }: { outlet: Outlet; clock: Clock; counts: RelayCounts }): Sender {
  let lastId = 0
  // All receivers of a message get the same text.
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

import { type Followed, keyOf, type RelayPeer } from '../RelayPeer.ts'
import type { RelayStore, StoredMessage } from '../RelayStore.ts'
import type { Sender } from './createSender.ts'
import type { Settlement } from './createSettlement.ts'

/** Reads mailboxes and sends their messages. */
export type Reader = {
  /** Reads the unread mailboxes of a socket, as long as it has room; never rejects. */
  read: (peer: RelayPeer) => Promise<void>
  /** Marks a topic as not completely read. */
  fallBehind: (followed: Followed) => void
  /** Continues with sockets that had no room, or that waited for the store. */
  resume: () => void
  forget: (peer: RelayPeer) => void
}

/** Topics per read. */
const topicsAtOnce = 500
/** New messages per read. Each can have a megabyte. */
const messagesAtOnce = 32
/** Sockets that continue at once, so that a store that comes back is not overloaded. */
const peersAtOnce = 200

/** Creates the reader. */
export function createReader({
  store,
  sender,
  settlement,
  onFailure,
}: {
  store: RelayStore
  sender: Sender
  settlement: Settlement
  onFailure: (error: unknown) => void
}): Reader {
  const waiting = new Set<RelayPeer>()

  const fallBehind: Reader['fallBehind'] = (followed) => {
    followed.isLive = false
    followed.peer.behind.add(followed)
  }

  const read: Reader['read'] = async (peer) => {
    if (peer.isReading || peer.isClosed) return
    peer.isReading = true
    try {
      while (peer.behind.size > 0 && !peer.isClosed && sender.hasRoom(peer)) await readSome(peer)
    } catch (error) {
      onFailure(error)
    }
    peer.isReading = false
    if (peer.behind.size > 0 && !peer.isClosed) waiting.add(peer)
    else waiting.delete(peer)
  }

  const readSome = async (peer: RelayPeer) => {
    const { client, inFlight } = peer
    const chunk = [...take(peer.behind, topicsAtOnce)]
    const topics = chunk.map(({ topic }) => topic)
    const asked = new Map(chunk.map((followed) => [followed.topic, followed]))
    const known = new Set<string>()
    for (const delivery of inFlight.values()) if (asked.has(delivery.topic)) known.add(keyOf(delivery))
    // The read also returns messages that are already in flight, and they come first.
    const limit = known.size + client.settling.size + messagesAtOnce
    for (const followed of chunk) followed.held = { messages: [], isOverfull: false }
    settlement.beginRead(client)
    try {
      const messages = await store.read({ clientId: client.id, topics, limit })
      if (!peer.isClosed) deliver({ peer, asked, messages, known, isComplete: messages.length < limit })
    } finally {
      settlement.endRead(client)
      for (const followed of chunk) followed.held = undefined
    }
  }

  const deliver = ({
    peer,
    asked,
    messages,
    known,
    isComplete,
  }: {
    peer: RelayPeer
    asked: ReadonlyMap<string, Followed>
    messages: readonly StoredMessage[]
    known: Set<string>
    isComplete: boolean
  }) => {
    let endsIn = isComplete ? undefined : messages.at(-1)?.topic
    for (const message of messages) {
      const key = keyOf(message)
      const followed = asked.get(message.topic)
      if (!followed || !isFollowed(followed) || known.has(key) || peer.client.settling.has(key)) continue
      if (!sender.hasRoom(peer)) {
        endsIn = message.topic
        break
      }
      known.add(key)
      sender.send(followed, message)
    }
    // Every topic before the one in which the read ended was read completely.
    for (const followed of asked.values()) {
      if (followed.topic === endsIn) return
      if (isFollowed(followed)) goLive(followed, known)
    }
  }

  /** Sends the messages that arrived during the read. From then on, messages are sent as they arrive. */
  const goLive = (followed: Followed, known: ReadonlySet<string>) => {
    const { peer, held } = followed
    peer.behind.delete(followed)
    followed.isLive = true
    followed.held = undefined
    if (!held) return
    let isMissing = held.isOverfull
    for (const message of held.messages) {
      const key = keyOf(message)
      if (known.has(key) || peer.client.settling.has(key)) continue
      if (message.sequence > followed.last && sender.hasRoom(peer) && !isMissing) sender.send(followed, message)
      else isMissing = true
    }
    if (isMissing) fallBehind(followed)
  }

  return {
    read,
    fallBehind,
    resume: () => {
      for (const peer of [...take(waiting, peersAtOnce)]) {
        // Move it to the end of the queue.
        waiting.delete(peer)
        waiting.add(peer)
        sender.forget(peer)
        void read(peer)
      }
    },
    forget: (peer) => {
      waiting.delete(peer)
    },
  }
}

/** The subscription may have ended during the read. */
function isFollowed(followed: Followed): boolean {
  return followed.peer.topics.get(followed.topic) === followed
}

function* take<Item>(items: Iterable<Item>, count: number): Iterable<Item> {
  let left = count
  for (const item of items) {
    if (left <= 0) return
    left -= 1
    yield item
  }
}

import type { Logger } from 'pino'
import type { Clock } from '../../platform/clock/Clock.ts'
import { split } from '../../platform/split.ts'
import type { Outlet } from '../createOutlet.ts'
import { type Followed, keyOf, type Receipt, type RelayClient, type RelayPeer } from '../RelayPeer.ts'
import type { RelayStore, StoredMessage } from '../RelayStore.ts'
import type { RelayCounts } from '../relayMetrics.ts'
import { createFollowers } from './createFollowers.ts'
import { createReader } from './createReader.ts'
import { createSender } from './createSender.ts'
import { createSettlement } from './createSettlement.ts'

/** Brings messages from the mailboxes to the sockets of their clients, and reports acknowledgments to the store. */
export type Delivery = {
  /**
   * Subscribes a client to topics, on this socket and in the store. {@link Delivery.deliver} then sends the waiting messages.
   *
   * @returns false if the client would have too many topics
   * @throws the error of the store; nothing has changed then
   */
  follow: (peer: RelayPeer, topics: readonly string[]) => Promise<boolean>
  /** Sends the waiting messages of topics that the socket follows. Live messages follow after them. */
  deliver: (peer: RelayPeer, topics: readonly string[]) => void
  /** Unsubscribes a client from topics, on all its sockets. */
  unfollow: (client: RelayClient, topics: readonly string[]) => Promise<void>
  /** Handles a client's answer to a delivery. @returns whether this socket has a delivery with that id */
  answered: (peer: RelayPeer, answer: { id: number; isReceived: boolean }) => boolean
  /** Returns the waiting messages of a client, up to a page. They count as delivered after {@link Delivery.arrived}. */
  fetch: (
    peer: RelayPeer,
    topics: readonly string[],
  ) => Promise<{ messages: readonly StoredMessage[]; hasMore: boolean }>
  /** Reports that fetched messages have arrived. */
  arrived: (peer: RelayPeer, receipts: readonly Receipt[]) => void
  settle: (client: RelayClient, receipts: readonly Receipt[]) => Promise<void>
  /** Removes a closed socket. */
  leave: (peer: RelayPeer) => void
  /** Call it every second. Continues with sockets that had no room. */
  tick: () => void
}

/** Messages kept during a read of a mailbox. If there are more, the mailbox is read again. */
const maxHeld = 32
/** Maximum messages of a page, and their characters. */
const page = 50
const pageLength = 2 ** 20
/** Sockets processed at once, for renewals and for reads after a gap. */
const peersAtOnce = 32
/** Milliseconds between renewals. The store forgets a subscription that is not renewed for some days. */
const renewalPause = 86_400_000
/** Topics renewed per call. */
const renewalBatch = 500

/** Creates the delivery and listens to the store. */
export function createDelivery({
  store,
  outlet,
  clock,
  counts,
  log,
}: {
  store: RelayStore
  outlet: Outlet
  clock: Clock
  counts: RelayCounts
  log: Logger
}): Delivery {
  const followers = createFollowers({ store })
  const sender = createSender({ outlet, clock, counts })
  const settlement = createSettlement({ store, counts, log })
  const reader = createReader({
    store,
    sender,
    settlement,
    onFailure: (error) => log.debug({ err: error }, 'Reading a relay mailbox failed, retrying'),
  })

  const offer = (followed: Followed, message: StoredMessage) => {
    const { held } = followed
    if (followed.isLive) {
      if (message.sequence > followed.last && sender.hasRoom(followed.peer)) sender.send(followed, message)
      else {
        // A repetition, a late message, or more than the socket can take. The mailbox has the complete list.
        reader.fallBehind(followed)
        void reader.read(followed.peer)
      }
    } else if (held && held.messages.length < maxHeld) held.messages.push(message)
    else if (held) held.isOverfull = true
  }

  /** A subscription belongs to the client. Its other sockets receive the topic as well, starting with the mailbox. */
  const includeSiblings = ({ peers }: RelayClient, topic: string) => {
    for (const sibling of peers) {
      if (sibling.topics.has(topic)) continue
      reader.fallBehind(followers.add(sibling, topic))
      void reader.read(sibling)
    }
  }

  const onMessage = (message: StoredMessage) => {
    const followed = followers.of(message.topic)
    if (!followed) return
    // The list can grow during the loop.
    const { length } = followed
    for (let index = 0; index < length; index += 1) {
      const one = followed[index]
      if (!one || one.peer.client.id === message.publisher) continue
      offer(one, message)
      if (one.peer.client.peers.size > 1) includeSiblings(one.peer.client, message.topic)
    }
  }

  let renewedAt = clock.now()
  /** Subscribes again to the topics of a socket, because the store may have lost them or may soon forget them. */
  const renew = async ({ client, topics }: RelayPeer) => {
    try {
      for (const some of split([...topics.keys()], renewalBatch))
        await store.subscribe({ clientId: client.id, topics: some })
    } catch (error) {
      // A store that is down causes another gap when it is back.
      log.debug({ err: error }, 'Renewing relay subscriptions failed')
    }
  }
  /** Process a few sockets at a time, so that a store that comes back is not overloaded. */
  const forEach = async (peers: ReadonlySet<RelayPeer>, work: (peer: RelayPeer) => Promise<void>) => {
    const queue = [...peers]
    while (queue.length > 0) await Promise.all(queue.splice(0, peersAtOnce).map(work))
  }
  const renewAll = async () => {
    renewedAt = clock.now()
    await forEach(new Set([...followers.all()].flatMap((list) => list.map(({ peer }) => peer))), renew)
  }

  const readEverythingAgain = async () => {
    await settlement.retry()
    const peers = new Set<RelayPeer>()
    for (const list of followers.all()) {
      for (const followed of list) {
        if (!followed.isLive) continue
        reader.fallBehind(followed)
        peers.add(followed.peer)
      }
    }
    // A Redis that restarted without its data has lost the subscriptions as well.
    await renewAll()
    await forEach(peers, reader.read)
  }
  store.listen({ onMessage, onGap: () => void readEverythingAgain() })

  const follow: Delivery['follow'] = async (peer, given) => {
    const topics = [...new Set(given)]
    if (topics.some((topic) => peer.topics.has(topic))) sender.forget(peer, new Set(topics))
    const claimed = topics.map((topic) => {
      const followed = peer.topics.get(topic) ?? followers.add(peer, topic)
      followed.claims += 1
      followed.isLive = false
      return followed
    })
    let isFollowed = false
    try {
      const [isTaken] = await Promise.all([
        store.subscribe({ clientId: peer.client.id, topics }),
        // Watch before the mailbox is read, so that no message is missed in between.
        store.watch(topics),
      ])
      isFollowed = isTaken
    } finally {
      if (!isFollowed) release(claimed)
      // The socket may have closed meanwhile.
      if (peer.isClosed) followers.unwatchUnfollowed(topics)
    }
    return isFollowed
  }

  /** Reverts a failed subscription. Topics that were followed before stay followed. */
  const release = (claimed: readonly Followed[]) => {
    for (const followed of claimed) followed.claims -= 1
    followers.remove(claimed.filter(({ claims }) => claims === 0))
    for (const followed of claimed) {
      if (followed.peer.topics.get(followed.topic) !== followed) continue
      reader.fallBehind(followed)
      void reader.read(followed.peer)
    }
  }

  return {
    follow,
    deliver: (peer, topics) => {
      for (const topic of topics) {
        const followed = peer.topics.get(topic)
        if (followed) reader.fallBehind(followed)
      }
      void reader.read(peer)
    },
    unfollow: async (client, topics) => {
      for (const { topics: followed } of client.peers) {
        followers.remove(topics.flatMap((topic) => followed.get(topic) ?? []))
      }
      await store.unsubscribe({ clientId: client.id, topics })
    },
    answered: (peer, { id, isReceived }) => {
      const { client, inFlight, behind } = peer
      const delivery = inFlight.get(id)
      if (!delivery) return false
      inFlight.delete(id)
      if (isReceived && !delivery.isSettled) {
        if (client.peers.size > 1) settleForSiblings(peer, delivery)
        settlement.settleLater(client, [{ topic: delivery.topic, messageId: delivery.messageId }])
      }
      if (behind.size > 0) void reader.read(peer)
      return true
    },
    fetch: async ({ client }, topics) => {
      const limit = client.settling.size + page + 1
      settlement.beginRead(client)
      try {
        const read = await store.read({ clientId: client.id, topics: [...new Set(topics)], limit })
        const now = clock.now()
        const waiting = read.filter((message) => message.expiresAt > now && !client.settling.has(keyOf(message)))
        let length = 0
        const messages = waiting.slice(0, page).filter(({ message }, index) => {
          length += message.length
          return index === 0 || length <= pageLength
        })
        for (const message of messages) client.settling.add(keyOf(message))
        counts.delivered += messages.length
        return { messages, hasMore: messages.length < waiting.length || read.length === limit }
      } finally {
        settlement.endRead(client)
      }
    },
    arrived: ({ client }, receipts) => settlement.settleLater(client, receipts),
    settle: settlement.settle,
    leave: (peer) => {
      peer.isClosed = true
      peer.client.peers.delete(peer)
      reader.forget(peer)
      followers.remove([...peer.topics.values()])
      peer.behind.clear()
      peer.inFlight.clear()
      for (const receipts of peer.fetched.values()) {
        for (const receipt of receipts) peer.client.settling.delete(keyOf(receipt))
      }
      peer.fetched.clear()
    },
    tick: () => {
      reader.resume()
      if (clock.now() - renewedAt >= renewalPause) void renewAll()
    },
  }
}

/** The first acknowledgment settles a message for all sockets of its client. */
function settleForSiblings(peer: RelayPeer, { topic, messageId }: Receipt): void {
  for (const sibling of peer.client.peers) {
    if (sibling === peer) continue
    for (const delivery of sibling.inFlight.values()) {
      if (delivery.messageId === messageId && delivery.topic === topic) delivery.isSettled = true
    }
  }
}

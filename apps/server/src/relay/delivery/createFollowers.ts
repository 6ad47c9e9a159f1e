import { hash } from 'node:crypto'
import type { Followed, RelayPeer } from '../RelayPeer.ts'
import type { RelayStore } from '../RelayStore.ts'

/** Tracks the sockets that follow each topic in this process. */
export type Followers = {
  of: (topic: string) => readonly Followed[] | undefined
  /** Returns all followed topics, to read them again. */
  all: () => Iterable<readonly Followed[]>
  /** Starts following a topic. Nothing is sent before its mailbox was read. */
  add: (peer: RelayPeer, topic: string) => Followed
  remove: (followed: readonly Followed[]) => void
  /** Stops watching topics without followers. */
  unwatchUnfollowed: (topics: readonly string[]) => void
}

/** Creates the list of followers. Topics without followers are no longer watched. */
export function createFollowers({ store }: { store: Pick<RelayStore, 'unwatch'> }): Followers {
  const topics = new Map<string, Followed[]>()

  const unwatchUnfollowed: Followers['unwatchUnfollowed'] = (candidates) => {
    const unfollowed = candidates.filter((topic) => !topics.has(topic))
    if (unfollowed.length > 0) store.unwatch(unfollowed)
  }

  return {
    of: (topic) => topics.get(topic),
    all: () => topics.values(),
    add: (peer, topic) => {
      const followed: Followed = {
        peer,
        topic,
        subscriptionId: subscriptionIdOf({ topic, clientId: peer.client.id }),
        isLive: false,
        held: undefined,
        claims: 0,
        last: -1,
      }
      peer.topics.set(topic, followed)
      const list = topics.get(topic)
      if (list) list.push(followed)
      else topics.set(topic, [followed])
      return followed
    },
    remove: (gone) => {
      for (const followed of gone) {
        const { peer, topic } = followed
        if (peer.topics.get(topic) !== followed) continue
        peer.topics.delete(topic)
        peer.behind.delete(followed)
        const list = topics.get(topic) ?? []
        if (list.length > 1) list.splice(list.indexOf(followed), 1)
        else topics.delete(topic)
      }
      unwatchUnfollowed(gone.map(({ topic }) => topic))
    },
    unwatchUnfollowed,
  }
}

/** Returns the id of a subscription. Source: WalletConnect specification, relay server API. */
export function subscriptionIdOf({ topic, clientId }: { topic: string; clientId: string }): string {
  return hash('sha256', `${topic}${clientId}`)
}

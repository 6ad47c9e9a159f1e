import { hash } from 'node:crypto'
import { ServiceError } from '@latchkey/protocol/errors'
import type { Logger } from 'pino'
import type { Clock } from '../platform/clock/Clock.ts'
import { createRepeats, repeatTime } from './createRepeats.ts'
import type { Delivery } from './delivery/createDelivery.ts'
import { subscriptionIdOf } from './delivery/createFollowers.ts'
import type { RelayPeer } from './RelayPeer.ts'
import type { RelayStore } from './RelayStore.ts'
import { countRefusal, type RelayCounts } from './relayMetrics.ts'
import type { Publication, RelayCall } from './wire/readCall.ts'
import { type RelayRefusal, refuseCall } from './wire/relayRefusals.ts'
import { writeMessage } from './wire/writeFrames.ts'

/** Result of a call: JSON for the reply, and work to do after it. */
export type CallOutcome = { result: string; afterwards?: () => void } | { refusal: RelayRefusal }

/**
 * Executes the calls of clients; never rejects. `id` is the id of the request. The same message with the same id is a repetition of the
 * same call.
 */
export type Calls = (peer: RelayPeer, id: string, call: RelayCall) => Promise<CallOutcome>

const done: CallOutcome = { result: 'true' }

/** Creates the handler of calls. */
export function createCalls({
  store,
  delivery,
  clock,
  counts,
  log,
}: {
  store: RelayStore
  delivery: Delivery
  clock: Clock
  counts: RelayCounts
  log: Logger
}): Calls {
  const repeats = createRepeats({ clock })
  let pings = 0

  const publish = async (peer: RelayPeer, id: string, publication: Publication) => {
    const { topic, message, tag, ttl, attestation } = publication
    const messageId = hash('sha256', message)
    const publishedAt = clock.now()
    // Remember short-lived messages, because the store forgets a message at its end.
    const repeat = ttl * 1000 < repeatTime ? `${peer.client.id} ${id} ${topic} ${messageId}` : undefined
    if (repeat && repeats.has(repeat)) {
      counts.duplicates += 1
      return true
    }
    const outcome = await store.publish({
      topic,
      messageId,
      message,
      tag,
      attestation,
      publishedAt,
      expiresAt: publishedAt + ttl * 1000,
      publisher: peer.client.id,
    })
    if (outcome === 'stored') counts.published += 1
    else if (outcome === 'duplicate') counts.duplicates += 1
    if (repeat && outcome !== 'full') repeats.add(repeat)
    return outcome !== 'full'
  }

  /** @returns the refusal, if the client has too many topics */
  const follow = async (peer: RelayPeer, topics: readonly string[]): Promise<RelayRefusal | undefined> =>
    (await delivery.follow(peer, topics)) ? undefined : refuseCall('SubscriberLimitExceeded')

  const carryOut = async (peer: RelayPeer, id: string, call: RelayCall): Promise<CallOutcome> => {
    const { client } = peer
    switch (call.kind) {
      case 'publish': {
        const { subscribe, messages } = call
        const refusal = subscribe.length > 0 ? await follow(peer, subscribe) : undefined
        if (refusal) return { refusal }
        const [first] = messages
        // Publish all at once, because the store keeps their order.
        const taken =
          messages.length === 1 && first
            ? await publish(peer, id, first)
            : (await Promise.all(messages.map((message) => publish(peer, id, message)))).every(Boolean)
        const afterwards = () => delivery.deliver(peer, subscribe)
        if (!taken) {
          if (subscribe.length > 0) afterwards()
          return { refusal: refuseCall('MailboxLimitExceeded') }
        }
        return subscribe.length > 0 ? { result: 'true', afterwards } : done
      }
      case 'subscribe': {
        const { topics, isBatch } = call
        const refusal = await follow(peer, topics)
        if (refusal) return { refusal }
        const ids = topics.map((topic) => subscriptionIdOf({ topic, clientId: client.id }))
        return { result: JSON.stringify(isBatch ? ids : ids[0]), afterwards: () => delivery.deliver(peer, topics) }
      }
      case 'unsubscribe':
        await delivery.unfollow(client, call.topics)
        return done
      case 'fetch': {
        const { messages, hasMore } = await delivery.fetch(peer, call.topics)
        return {
          result: `{"messages":[${messages.map(writeMessage).join(',')}],"hasMore":${hasMore}}`,
          afterwards: () => {
            if (messages.length === 0) return
            // Frames stay in order, so a client that answers the ping has received the reply before it.
            pings += 1
            peer.fetched.set(
              String(pings),
              messages.map(({ topic, messageId }) => ({ topic, messageId })),
            )
            peer.socket.ping(String(pings))
          },
        }
      }
      case 'receive':
        await delivery.settle(client, call.receipts)
        return done
    }
  }

  return async (peer, id, call) => {
    try {
      return await carryOut(peer, id, call)
    } catch (error) {
      // An unavailable store is an expected refusal. Any other error is a bug.
      if (!(error instanceof ServiceError && error.code === 'not_ready')) {
        log.error({ err: error, call: call.kind }, 'A relay call failed')
      }
      countRefusal(counts, 'Internal')
      return { refusal: refuseCall('Internal') }
    }
  }
}

import type { Clock } from '../../platform/clock/Clock.ts'
import { connectRedis } from '../../platform/redis/connectRedis.ts'
import type { MailboxLimits, RelayStore, StoredMessage } from '../RelayStore.ts'
import { createBatch } from './createBatch.ts'
import { createChannelWatch } from './createChannelWatch.ts'
import { createScriptRunner } from './createScriptRunner.ts'
import { notReady } from './notReady.ts'
import { relayScripts } from './relayScripts.ts'
import { sizeOf } from './sizeOf.ts'
import { subscriptionLifetime } from './subscriptionLifetime.ts'

/** Separates the keys and channels from those of other programs on the same Redis. */
const prefix = 'latchkey:relay:'

/** Topics per read. A mailbox can have a mebibyte. */
const topicsPerRead = 50

/**
 * Creates mailboxes on Redis 7 or Valkey, shared by any number of processes. Every step on a mailbox is one script, so processes never see
 * a partial change. All messages or acknowledgments of one turn of the event loop go into one call. All keys must be on one node, with any
 * number of replicas. A Redis Cluster distributes the keys and is not supported. Every key has a time to live. Publish/subscribe only
 * speeds up delivery: the mailbox is the source of truth, and is read again after a lost connection (`onGap`).
 *
 * The given clock decides when something ends. Redis only deletes the keys, a minute later. Processes on one machine agree to the
 * millisecond. On several machines, their clocks can differ by at most a minute. Durability across a restart of Redis depends on its
 * setting `appendonly yes`.
 *
 * @param options.url `redis://…` or `rediss://…`
 * @param options.onError called for every lost connection
 * @throws Error with a sentence if it cannot be reached now
 */
export async function createRedisRelayStore({
  url,
  limits,
  clock,
  onError = () => {},
}: {
  url: string
  limits: MailboxLimits
  clock: Clock
  onError?: (error: Error) => void
}): Promise<RelayStore> {
  const commands = await connectRedis({ url, onError })
  const channels = await connectRedis({ url, onError }).catch((error: unknown) => {
    commands.destroy()
    throw error
  })
  const runScript = await createScriptRunner({ client: commands, scripts: relayScripts })
  let listeners: Parameters<RelayStore['listen']>[0] = { onMessage: () => {}, onGap: () => {} }
  let closed: Promise<void> | undefined

  const watch = createChannelWatch({
    client: channels,
    onMessage: (text, channel) => {
      const end = text.indexOf('\n')
      const topic = channel.slice(prefix.length + 1, -1)
      listeners.onMessage(toMessage({ topic, head: text.slice(0, end), json: text.slice(end + 1) }))
    },
    onGap: () => listeners.onGap(),
  })

  const run: typeof runScript = (name, options) =>
    runScript(name, options).catch((cause: unknown) => {
      throw notReady(cause)
    })

  const onTopic = (name: 'subscribe' | 'unsubscribe' | 'read', topic: string, values: readonly string[]) =>
    run(name, { keys: [topicKey(topic)], values: [String(clock.now()), ...values] })

  const publish = createBatch<Omit<StoredMessage, 'sequence'>, number>({
    // A message of a kilobyte has the weight one.
    weigh: ({ message }) => 1 + Math.floor(message.length / 4096),
    send: async (all) => {
      const outcomes = await run('publish', {
        keys: all.map(({ topic }) => topicKey(topic)),
        values: [
          String(clock.now()),
          String(limits.messagesPerTopic),
          String(limits.bytesPerTopic),
          ...all.flatMap(({ messageId, message, tag, attestation, publishedAt, expiresAt, publisher }) => [
            messageId,
            publisher,
            String(sizeOf({ message, attestation })),
            String(Math.ceil(expiresAt)),
            JSON.stringify(
              attestation === undefined ? [message, tag, publishedAt] : [message, tag, publishedAt, attestation],
            ),
          ]),
        ],
      })
      return outcomes as number[]
    },
  })

  const acknowledge = createBatch<{ clientId: string; topic: string; messageIds: readonly string[] }, void>({
    weigh: ({ messageIds }) => messageIds.length,
    send: async (all) => {
      await run('acknowledge', {
        keys: all.map(({ topic }) => topicKey(topic)),
        values: [
          String(clock.now()),
          ...all.flatMap(({ clientId, messageIds }) => [clientId, String(messageIds.length), ...messageIds]),
        ],
      })
      return []
    },
  })

  return {
    publish: async (message) => {
      if (message.expiresAt <= clock.now()) return 'stored'
      const outcome = await publish(message)
      return outcome === 1 ? 'stored' : outcome === 2 ? 'full' : 'duplicate'
    },

    subscribe: async ({ clientId, topics }) => {
      if (topics.length === 0) return true
      const now = clock.now()
      const endsAt = String(now + subscriptionLifetime)
      const fits = await run('addTopics', {
        keys: [clientKey(clientId)],
        values: [String(now), endsAt, String(limits.topicsPerClient), ...topics],
      })
      if (fits !== 1) return false
      await Promise.all(topics.map((topic) => onTopic('subscribe', topic, [clientId, endsAt])))
      return true
    },

    unsubscribe: async ({ clientId, topics }) => {
      if (topics.length === 0) return
      await Promise.all(topics.map((topic) => onTopic('unsubscribe', topic, [clientId])))
      // Decrease the count last. A topic that counts too long is renewed or expires, but a missing one would bypass the limit.
      await commands.zRem(clientKey(clientId), [...topics]).catch((cause: unknown) => {
        throw notReady(cause)
      })
    },

    read: async ({ clientId, topics, limit = Number.MAX_SAFE_INTEGER }) => {
      const messages: StoredMessage[] = []
      for (let start = 0; start < topics.length && messages.length < limit; start += topicsPerRead) {
        const most = String(limit - messages.length)
        const part = topics.slice(start, start + topicsPerRead)
        const answers = await Promise.all(part.map((topic) => onTopic('read', topic, [clientId, most])))
        for (const [index, answer] of answers.entries()) {
          const texts = answer as string[]
          const topic = part[index] as string
          for (let at = 0; at + 1 < texts.length && messages.length < limit; at += 2) {
            messages.push(toMessage({ topic, head: texts[at] as string, json: texts[at + 1] as string }))
          }
        }
      }
      return messages
    },

    acknowledge: async ({ clientId, receipts }) => {
      const ids = new Map<string, string[]>()
      for (const { topic, messageId } of receipts) {
        const own = ids.get(topic)
        if (own) own.push(messageId)
        else ids.set(topic, [messageId])
      }
      await Promise.all([...ids].map(([topic, messageIds]) => acknowledge({ clientId, topic, messageIds })))
    },

    watch: (topics) =>
      watch.add(topics.map(topicKey)).catch((cause: unknown) => {
        throw notReady(cause)
      }),
    unwatch: (topics) => watch.remove(topics.map(topicKey)),
    listen: (given) => {
      listeners = given
    },

    // Counting would visit every key.
    size: async () => undefined,
    ping: async () => {
      const start = performance.now()
      await commands.ping().catch((cause: unknown) => {
        throw notReady(cause)
      })
      if (!channels.isReady) throw notReady()
      return performance.now() - start
    },
    close: () => {
      closed ??= Promise.resolve().then(() => {
        listeners = { onMessage: () => {}, onGap: () => {} }
        if (channels.isOpen) channels.destroy()
        if (commands.isOpen) commands.destroy()
      })
      return closed
    },
  }
}

/** Returns the key of a topic's mailbox, which is also the channel of its messages. The topic's other keys have it as their prefix. */
function topicKey(topic: string): string {
  return `${prefix}{${topic}}`
}

function clientKey(clientId: string): string {
  return `${prefix}client:{${clientId}}`
}

/** `head` contains message id, sequence, bytes, end and publisher, separated by spaces. The scripts write it. */
function toMessage({ topic, head, json }: { topic: string; head: string; json: string }): StoredMessage {
  const [messageId = '', sequence, , expiresAt, ...publisher] = head.split(' ')
  const [message, tag, publishedAt, attestation] = JSON.parse(json) as [string, number, number, string?]
  return {
    topic,
    messageId,
    message,
    tag,
    ...(attestation === undefined ? {} : { attestation }),
    publishedAt,
    expiresAt: Number(expiresAt),
    publisher: publisher.join(' '),
    sequence: Number(sequence),
  }
}

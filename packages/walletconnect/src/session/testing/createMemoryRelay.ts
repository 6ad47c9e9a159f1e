import { hashMessage } from '../../crypto/hashMessage.ts'
import type { createTransport } from '../../transport/createTransport.ts'
import type { OutboundMessage } from '../../transport/Transport.ts'

/** Disturbances of a relay, chosen by a model test. */
export type Weather = {
  /** Picks the next one of the ready deliveries. */
  pick: (count: number) => number
  /** Whether a delivered message stays and is delivered again. */
  repeats: () => boolean
}

type Message = OutboundMessage & { messageId: string; from: string }
type Client = { topics: Set<string>; onMessage: Parameters<typeof createTransport>[0]['onMessage'] }

/**
 * A relay in memory, for engines without sockets. Keeps messages until they are acknowledged. Delivers them on command, in any order
 * and as often as the weather says. Clients put their messages into their outbox, as with the real transport.
 */
export function createMemoryRelay({ now, weather }: { now: () => number; weather?: Weather }) {
  const clients = new Map<string, Client>()
  const messages: Message[] = []
  const acknowledged = new Set<string>()
  const sent: { from: string; topic: string; tag: number; ttl: number; prompt: boolean }[] = []
  const taken = new Set<string>()
  const down = new Set<string>()
  /** Delivered to an engine that has not acknowledged yet; an engine that ended never does. */
  const handed = new WeakMap<Client, Set<string>>()

  const accept = (from: string, message: OutboundMessage, messageId: string) => {
    if (taken.has(messageId)) return
    taken.add(messageId)
    const { topic, tag, ttl, prompt } = message
    sent.push({ from, topic, tag, ttl, prompt })
    messages.push({ ...message, messageId, from })
  }

  const ready = () =>
    messages.flatMap((message) =>
      [...clients].flatMap(([name, client]) =>
        message.from !== name &&
        !down.has(name) &&
        client.topics.has(message.topic) &&
        !acknowledged.has(`${name} ${message.messageId}`) &&
        !handed.get(client)?.has(message.messageId)
          ? [{ name, client, message }]
          : [],
      ),
    )

  /** Delivers one message, without weather the oldest. Returns false if there is none. */
  const step = async (): Promise<boolean> => {
    const options = ready()
    const delivery = options[weather?.pick(options.length) ?? 0]
    if (!delivery) return false
    const { name, client, message } = delivery
    const { messageId } = message
    const inHand = handed.get(client) ?? new Set()
    handed.set(client, inHand.add(messageId))
    client
      .onMessage({
        topic: message.topic,
        message: message.message,
        publishedAt: now(),
        relayUrl: 'memory:',
        receipt: { [`seen/${messageId}`]: now() },
      })
      .then(
        () => {
          if (!weather?.repeats()) acknowledged.add(`${name} ${messageId}`)
        },
        () => {},
      )
      .finally(() => inHand.delete(messageId))
    await pause()
    return true
  }

  return {
    sent,
    step,
    /** Delivers until nothing is left. */
    settle: async () => {
      do await pause()
      while (await step())
    },
    /** Takes the client offline. Its messages stay in its outbox. */
    setDown: (name: string, isDown: boolean) => {
      if (isDown) down.add(name)
      else down.delete(name)
    },
    /** Connects an engine. A second engine with the same name replaces the first, as after a reload. */
    connect:
      (name: string): typeof createTransport =>
      ({ store, onMessage }) => {
        const client: Client = { topics: new Set(), onMessage }
        clients.set(name, client)
        const isHere = () => clients.get(name) === client && !down.has(name)
        const flush = () => {
          for (const [key, entry] of store.list('outbox/')) {
            if (!isHere()) return
            // Like the real outbox, it skips invalid entries: a test may put anything into storage.
            if (typeof (entry as Partial<OutboundMessage> | null)?.topic === 'string')
              accept(name, entry as OutboundMessage, key.slice(7))
            store.change({ [key]: undefined }).catch(() => {})
          }
        }
        queueMicrotask(flush)
        return {
          publish: (message) => {
            const messageId = hashMessage(message.message)
            const written = store.change({ [`outbox/${messageId}`]: message })
            const done = written.then(() => {
              if (isHere()) flush()
            })
            done.catch(() => {})
            return {
              taken: done,
              cancel: () => void store.change({ [`outbox/${messageId}`]: undefined }),
              isUnsent: () => !taken.has(messageId),
            }
          },
          subscribe: async (topics) => {
            for (const topic of topics) client.topics.add(topic)
          },
          unsubscribe: (topics) => {
            for (const topic of topics) client.topics.delete(topic)
          },
          relays: () => [{ url: 'memory:', status: 'connected' }],
          destroy: () => {
            if (clients.get(name) === client) clients.delete(name)
          },
        }
      },
  }
}

/** Lets pending promises run that wait for nothing external. */
export async function pause(): Promise<void> {
  await new Promise((resolve) => (typeof setImmediate === 'undefined' ? setTimeout(resolve) : setImmediate(resolve)))
}

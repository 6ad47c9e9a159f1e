import { CodedError } from '@latchkey/protocol'
import type { ClientEnvironment } from '../ClientEnvironment.ts'
import type { ClientStore } from '../storage/ClientStore.ts'
import type { OutboundMessage } from './Transport.ts'

/** An outgoing message as it is stored. */
export type OutboxEntry = {
  messageId: string
  /** JSON-RPC ID of each attempt and each relay. */
  id: number
  topic: string
  message: string
  tag: number
  prompt: boolean
  /** Unix milliseconds. */
  expiresAt: number
  /** Relays that must receive it. */
  relays: readonly string[]
  /** Whether other relays may receive it while none of those is connected. */
  detours: boolean
  /** Relays that have it, or will never accept it. */
  settled: readonly string[]
}

/** Messages to send, in memory and in storage. */
export type Outbox = {
  /** `stored` resolves when storage has it or failed; with true if another tab owns the storage now. */
  add: (options: {
    message: OutboundMessage
    messageId: string
    id: number
    receipt: Readonly<Record<string, unknown>>
  }) => { entry: OutboxEntry; stored: Promise<boolean> }
  has: (messageId: string) => boolean
  /** Oldest first, without expired ones. */
  entries: () => readonly OutboxEntry[]
  /** Records that a relay no longer needs it. The entry is removed when none of its relays does. */
  settle: (messageId: string, relayUrl: string) => void
  remove: (messageId: string) => void
}

export function createOutbox({
  store,
  environment,
  relayUrls,
}: {
  store: ClientStore
  environment: Pick<ClientEnvironment, 'now'>
  relayUrls: readonly string[]
}): Outbox {
  const entries = new Map<string, OutboxEntry>()
  for (const [key, value] of store.list('outbox/')) {
    const entry = readEntry(value)
    // The configured relays may have changed since it was written.
    const relays = entry?.relays.filter((url) => relayUrls.includes(url))
    if (entry) entries.set(entry.messageId, { ...entry, relays: relays?.length ? relays : relayUrls })
    else write(key, undefined)
  }

  function write(key: string, value: unknown): void {
    // If storage fails, the message is sent from memory.
    store.change({ [key]: value }).catch(() => {})
  }

  const remove = (messageId: string) => {
    if (entries.delete(messageId)) write(`outbox/${messageId}`, undefined)
  }

  return {
    add: ({ message: { topic, message, tag, prompt, ttl, relays }, messageId, id, receipt }) => {
      const wanted = relays?.filter((url) => relayUrls.includes(url)) ?? []
      const entry: OutboxEntry = {
        messageId,
        id,
        topic,
        message,
        tag,
        prompt,
        expiresAt: environment.now() + ttl * 1000,
        relays: wanted.length > 0 ? wanted : relayUrls,
        detours: wanted.length > 0,
        settled: [],
      }
      entries.set(messageId, entry)
      const stored = store.change({ [`outbox/${messageId}`]: entry, ...receipt }).then(
        () => false,
        (error: unknown) => error instanceof CodedError && error.code === 'request_aborted',
      )
      return { entry, stored }
    },
    has: (messageId) => entries.has(messageId),
    entries: () => {
      for (const { messageId, expiresAt } of entries.values()) if (expiresAt <= environment.now()) remove(messageId)
      return [...entries.values()]
    },
    settle: (messageId, relayUrl) => {
      const entry = entries.get(messageId)
      if (!entry || entry.settled.includes(relayUrl)) return
      const settled = [...entry.settled, relayUrl]
      // One relay is enough if the peer was heard there. Otherwise any relay may be the right one.
      const done = entry.detours
        ? entry.relays.some((url) => settled.includes(url))
        : entry.relays.every((url) => settled.includes(url))
      if (done) return remove(messageId)
      const next = { ...entry, settled }
      entries.set(messageId, next)
      write(`outbox/${messageId}`, next)
    },
    remove,
  }
}

/** An older version may have used another format. */
function readEntry(value: unknown): OutboxEntry | undefined {
  const entry = value as OutboxEntry | null
  const isWhole =
    [entry?.messageId, entry?.topic, entry?.message].every((text) => typeof text === 'string') &&
    [entry?.id, entry?.tag, entry?.expiresAt].every(Number.isFinite) &&
    [entry?.relays, entry?.settled].every(Array.isArray)
  return isWhole ? (entry ?? undefined) : undefined
}

/** A sealed message that waits for whoever subscribed to its topic. The relay cannot open it. */
export type StoredMessage = {
  /** 64 hexadecimal digits. */
  topic: string
  /** SHA-256 of `message`, hexadecimal: the same text on the same topic is the same message. */
  messageId: string
  message: string
  tag: number
  attestation?: string | undefined
  /** Unix milliseconds, by the relay's clock. */
  publishedAt: number
  /** Unix milliseconds; nothing is delivered from then on. */
  expiresAt: number
  /** The client id (did:key) of who sent it: it never hears it. */
  publisher: string
  /** Its place on the topic; grows, with gaps. */
  sequence: number
}

/**
 * The mailboxes. A subscription belongs to a client id, outlives its sockets, and ends with `unsubscribe` or when it was not
 * renewed for longer than any message can wait. A message stays until every subscriber of its topic but its publisher has
 * acknowledged it, at least one, or its time is over; one that nobody was subscribed for waits for the first.
 *
 * Adapters: memory (tests, benchmarks), database (PGlite, PostgreSQL; one process), Redis 7 / Valkey (any number of processes).
 * What `publish` answered `stored` survives the end of the process, except in memory. Every call rejects with
 * LatchkeyError `not_ready` while the store is down.
 */
export type RelayStore = {
  /**
   * Stores a message and tells every process that watches its topic.
   * `duplicate`: it came before, within its time, acknowledged or not; nothing happens. `full`: the topic's mailbox is
   * (`limits.messagesPerTopic`, `limits.bytesPerTopic`); messages that somebody acknowledged already make place first.
   */
  publish: (message: Omit<StoredMessage, 'sequence'>) => Promise<'stored' | 'duplicate' | 'full'>
  /** @returns false when the client would have more topics than `limits.topicsPerClient`; then none is added */
  subscribe: (options: { clientId: string; topics: readonly string[] }) => Promise<boolean>
  unsubscribe: (options: { clientId: string; topics: readonly string[] }) => Promise<void>
  /** What waits for a client: neither its own nor acknowledged by it; in order per topic, topics in the order asked. */
  read: (options: { clientId: string; topics: readonly string[]; limit?: number }) => Promise<readonly StoredMessage[]>
  /** Settles messages for a client; unknown ones are skipped. */
  acknowledge: (options: {
    clientId: string
    receipts: readonly { topic: string; messageId: string }[]
  }) => Promise<void>
  /** From when this resolves on, messages of the topic reach `onMessage`, in order. Watching twice is watching once. */
  watch: (topics: readonly string[]) => Promise<void>
  unwatch: (topics: readonly string[]) => void
  /** One listener each, set once before anything is watched. `onGap`: messages may have passed unheard; watched topics must be read again. */
  listen: (listeners: { onMessage: (message: StoredMessage) => void; onGap: () => void }) => void
  /** Messages that wait, for the metrics; undefined where counting would cost too much. */
  size: () => Promise<number | undefined>
  /** Milliseconds of a round trip; rejects while the store is down. */
  ping: () => Promise<number>
  close: () => Promise<void>
}

/** What a mailbox takes at most. */
export type MailboxLimits = {
  messagesPerTopic: number
  bytesPerTopic: number
  topicsPerClient: number
  /** What a process remembers in all, waiting or not: keys are free, its memory is not. Redis has a limit of its own. Default: none. */
  messages?: number
}

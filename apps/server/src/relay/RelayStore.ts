/** A sealed message that waits for the subscribers of its topic. The relay cannot open it. */
export type StoredMessage = {
  /** 64 hexadecimal digits. */
  topic: string
  /** SHA-256 of `message`, hexadecimal. The same text on the same topic is the same message. */
  messageId: string
  message: string
  tag: number
  attestation?: string | undefined
  /** Unix milliseconds, by the clock of the relay. */
  publishedAt: number
  /** Unix milliseconds. The message is not delivered after this time. */
  expiresAt: number
  /** Client id (did:key) of the sender, which never receives the message. */
  publisher: string
  /** Position on the topic. Grows, with gaps. */
  sequence: number
}

/**
 * The mailboxes. A subscription belongs to a client id and outlives its sockets. It ends with `unsubscribe`, or if
 * the client does not renew it within the longest lifetime of a message. A message stays until every subscriber of its topic except its publisher has acknowledged it (at least
 * one), or until it expires. A message without a subscriber waits for the first one.
 *
 * Adapters: memory (tests, benchmarks), database (PGlite, PostgreSQL; one process), Redis 7 / Valkey (any number of processes). A message
 * that `publish` reported as `stored` survives the end of the process, except in memory. Every call rejects with LatchkeyError `not_ready`
 * while the store is down.
 */
export type RelayStore = {
  /**
   * Stores a message and notifies every process that watches its topic. `duplicate`: the same message was published before and has not
   * expired, so nothing happens. `full`: the topic's mailbox has reached `limits.messagesPerTopic` or `limits.bytesPerTopic`. Messages with
   * an acknowledgment are removed first to make room.
   */
  publish: (message: Omit<StoredMessage, 'sequence'>) => Promise<'stored' | 'duplicate' | 'full'>
  /** @returns false if the client would exceed `limits.topicsPerClient`; then no topic is added */
  subscribe: (options: { clientId: string; topics: readonly string[] }) => Promise<boolean>
  unsubscribe: (options: { clientId: string; topics: readonly string[] }) => Promise<void>
  /**
   * Returns the waiting messages of a client: neither its own nor acknowledged by it. They are in order per topic, and the topics are in
   * the requested order.
   */
  read: (options: { clientId: string; topics: readonly string[]; limit?: number }) => Promise<readonly StoredMessage[]>
  /** Settles messages for a client. Unknown ones are skipped. */
  acknowledge: (options: {
    clientId: string
    receipts: readonly { topic: string; messageId: string }[]
  }) => Promise<void>
  /** Once this resolves, messages of the topics reach `onMessage`, in order. Repeated calls have no effect. */
  watch: (topics: readonly string[]) => Promise<void>
  unwatch: (topics: readonly string[]) => void
  /** Sets the only listeners, before the first `watch`. `onGap`: messages may have been missed, so watched topics must be read again. */
  listen: (listeners: { onMessage: (message: StoredMessage) => void; onGap: () => void }) => void
  /** Returns the number of waiting messages for the metrics, or undefined if counting would cost too much. */
  size: () => Promise<number | undefined>
  /** Returns the milliseconds of a round trip. Rejects while the store is down. */
  ping: () => Promise<number>
  close: () => Promise<void>
}

/** Limits of a mailbox. */
export type MailboxLimits = {
  messagesPerTopic: number
  bytesPerTopic: number
  topicsPerClient: number
  /**
   * Limit for all messages in the memory of a process, settled ones included, because attackers can create keys for free. Redis has its own
   * limit. Default: none.
   */
  messages?: number
}

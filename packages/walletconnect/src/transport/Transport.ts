/** State of a relay. `idle`: not needed yet. `refused`: it does not accept this project or origin, and is not dialed again. */
export type RelayStatus = {
  url: string
  status: 'idle' | 'connecting' | 'connected' | 'waiting' | 'refused'
  /** Reason of a relay that refused, in its own words, for the site builder. */
  reason?: string
}

/** A sealed message as a relay delivered it. */
export type InboundMessage = {
  topic: string
  message: string
  /** Unix milliseconds. */
  publishedAt: number
  relayUrl: string
  /**
   * Store entry that marks the message as handled. Spread it into the change with the message's effect, so that both are written
   * together.
   */
  receipt: Readonly<Record<string, unknown>>
}

/** A message to send. */
export type OutboundMessage = {
  topic: string
  /** A sealed envelope; base64. */
  message: string
  tag: number
  /** Seconds. */
  ttl: number
  prompt: boolean
  /** Relays on which the peer was heard, which are tried first. The others are tried while none of these works. Default: all. */
  relays?: readonly string[]
}

/** A submitted message. */
export type Publishing = {
  taken: Promise<void>
  cancel: () => void
  /** Whether certainly no relay has it. A relay whose answer was lost may have it and deliver it, whatever the outcome of `taken`. */
  isUnsent: () => boolean
}

/**
 * All relays as one. A published message stays in the outbox, in storage, until a relay accepts it or it expires. It is resent under
 * the same ID. An incoming message is acknowledged only after the listener's promise is fulfilled, so that a crash loses none.
 * Repetitions and copies from other relays are delivered only once.
 */
export type Transport = {
  /**
   * Puts the message into the outbox and sends it once storage has it. It shares one write with the `ClientStore.change` calls of the
   * same turn, without an `await` between. `taken` resolves when a relay has it; callers need not await it. It rejects with
   * LatchkeyError `relay_refused` if every relay refuses this client, and with `relay_unavailable` if none accepted it within 15
   * seconds. The message still stays in the outbox until it expires or `cancel` is called.
   */
  publish: (message: OutboundMessage) => Publishing
  /**
   * Resolves when one relay has the subscription. The others follow, and all are renewed after each reconnect. Callers need not await
   * it.
   * @throws LatchkeyError `relay_refused`, `relay_unavailable` as with `publish`; the subscription stays active
   */
  subscribe: (topics: readonly string[]) => Promise<void>
  unsubscribe: (topics: readonly string[]) => void
  relays: () => readonly RelayStatus[]
  destroy: () => void
}

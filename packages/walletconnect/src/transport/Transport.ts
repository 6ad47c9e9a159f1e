/** How a relay stands. `idle`: nobody needs it yet. `refused`: it does not take this project or origin, and is not dialled again. */
export type RelayStatus = {
  url: string
  status: 'idle' | 'connecting' | 'connected' | 'waiting' | 'refused'
  /** Of a relay that refused: why, in its own words, for whoever builds the app. */
  reason?: string
}

/** A sealed message as a relay delivered it. */
export type InboundMessage = {
  topic: string
  message: string
  /** Unix milliseconds. */
  publishedAt: number
  relayUrl: string
  /** Says in the store that the message was taken. Spread into the change that holds its effect, both are there or neither. */
  receipt: Readonly<Record<string, unknown>>
}

/** What is to be sent. */
export type OutboundMessage = {
  topic: string
  /** A sealed envelope; base64. */
  message: string
  tag: number
  /** Seconds. */
  ttl: number
  prompt: boolean
  /** Where the other side was heard: tried first; the others are tried while none of these works. All when left out. */
  relays?: readonly string[]
}

/** A message that was handed over. */
export type Publishing = {
  taken: Promise<void>
  cancel: () => void
  /**
   * Whether it is certain that no relay has it. One whose answer was lost may have it and deliver it, whatever `taken` came to.
   */
  isUnsent: () => boolean
}

/**
 * All relays as one. What is handed to `publish` stands in the outbox, in storage, until a relay took it or its time is over;
 * it is sent again under the same id. A message that came is acknowledged to the relay only once the listener's promise is
 * fulfilled, so that none is lost with a crash; the same message is handed over once, whatever relays and repetitions.
 */
export type Transport = {
  /**
   * Puts it into the outbox and sends it once storage has it. What `ClientStore.change` was given in the same turn, without an
   * `await` between, is written together with it.
   * `taken` resolves once a relay has it; it may be left alone. It rejects with LatchkeyError `relay_refused` when no relay takes
   * this client, `relay_unavailable` when none took it within 15 seconds; the message stays in the outbox even so, until its
   * time is over or `cancel`.
   */
  publish: (message: OutboundMessage) => Publishing
  /**
   * Resolves once one relay has the subscription; the others follow, and all again after each reconnect. It may be left alone.
   * @throws LatchkeyError `relay_refused`, `relay_unavailable` as with `publish`; the subscription is wanted even so
   */
  subscribe: (topics: readonly string[]) => Promise<void>
  unsubscribe: (topics: readonly string[]) => void
  relays: () => readonly RelayStatus[]
  destroy: () => void
}

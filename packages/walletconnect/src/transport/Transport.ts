/** How a relay stands. `idle`: nobody needs it yet. `refused`: it does not take this project or origin, and is not dialled again. */
export type RelayStatus = { url: string; status: 'idle' | 'connecting' | 'connected' | 'waiting' | 'refused' }

/** A sealed message as a relay delivered it. */
export type InboundMessage = {
  topic: string
  message: string /** Unix milliseconds. */
  publishedAt: number
  relayUrl: string
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

/**
 * All relays as one. What is handed to `publish` stands in the outbox, in storage, until a relay took it or its time is over;
 * it is sent again under the same id. A message that came is acknowledged to the relay only once the listener's promise is
 * fulfilled, so that none is lost with a crash; the same message is handed over once, whatever relays and repetitions.
 */
export type Transport = {
  /** Puts it into the outbox (see `ClientStore.change`) and sends it. `taken` resolves once a relay has it. */
  publish: (message: OutboundMessage) => { taken: Promise<void> }
  /** Resolves once one relay has the subscription; the others follow, and all again after each reconnect. */
  subscribe: (topics: readonly string[]) => Promise<void>
  unsubscribe: (topics: readonly string[]) => void
  relays: () => readonly RelayStatus[]
  destroy: () => void
}

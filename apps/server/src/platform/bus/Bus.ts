/**
 * Messages between processes of the server: at most once, no history. Adapters: in-process, Redis.
 *
 * @example
 * const stop = await bus.subscribe('account', (message) => …)
 * await bus.publish('account', JSON.stringify({ … }))
 */
export type Bus = {
  publish: (channel: string, message: string) => Promise<void>
  /**
   * Resolves when the subscription stands; the function it gives ends it.
   *
   * @param onGap told when it stands again after it was lost: messages were missed
   */
  subscribe: (channel: string, listener: (message: string) => void, onGap?: () => void) => Promise<() => Promise<void>>
  /** Milliseconds of a round trip; rejects when the dependency is down. */
  ping: () => Promise<number>
  close: () => Promise<void>
}

/**
 * Passes messages between the processes of the server. Delivery is at most once, and there is no history. Adapters: in-process, Redis.
 *
 * @example
 * const stop = await bus.subscribe('account', (message) => …)
 * await bus.publish('account', JSON.stringify({ … }))
 */
export type Bus = {
  publish: (channel: string, message: string) => Promise<void>
  /**
   * Resolves when the subscription is active, with a function that ends it.
   *
   * @param onGap called when the subscription is active again after a lost connection, because messages were missed
   */
  subscribe: (channel: string, listener: (message: string) => void, onGap?: () => void) => Promise<() => Promise<void>>
  /** Returns the milliseconds of a round trip. Rejects if the dependency is down. */
  ping: () => Promise<number>
  close: () => Promise<void>
}

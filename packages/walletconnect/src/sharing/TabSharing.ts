/**
 * Ensures that exactly one of all tabs of an origin owns the client (sockets, keys, storage), and lets the others call it. When the
 * owner ends, another tab becomes the owner. An owner that does not answer (a page that the system froze) is replaced.
 */
export type TabSharing = {
  /**
   * Joins the tabs.
   * @param options.own starts the client when this tab becomes the owner; the signal aborts when another tab has taken over
   */
  join: (options: { own: (signal: AbortSignal) => Promise<SharedClient> }) => SharedClient & { leave: () => void }
}

/** A client as it passes between tabs: JSON in, JSON out. A call can be repeated with its ID and takes effect once. */
export type SharedClient = {
  /** @throws LatchkeyError from the owner */
  call: (call: { id: string; method: string; params: unknown; signal?: AbortSignal }) => Promise<unknown>
  /**
   * The owner's events. `TabSharing.join` adds `ownerChanged` when another tab (or this one) becomes the owner, so that a tab can
   * refresh its copy of the state.
   */
  subscribe: (listener: (event: { type: string; data: unknown }) => void) => () => void
}

/**
 * Sees to it that of all tabs of an origin exactly one owns the client (sockets, keys, storage), and lets the others call it.
 * The owner's end, however it comes, makes another tab the owner; one that does not answer (a page that the system froze) is
 * replaced.
 */
export type TabSharing = {
  /**
   * Joins the tabs.
   * @param options.own starts the client in this tab, when it is this tab's turn; the signal aborts when another tab took over
   */
  join: (options: { own: (signal: AbortSignal) => Promise<SharedClient> }) => SharedClient & { leave: () => void }
}

/** A client as it passes between tabs: JSON in, JSON out. A call may be made again with its id; it takes effect once. */
export type SharedClient = {
  /** @throws LatchkeyError, the owner's */
  call: (call: { id: string; method: string; params: unknown; signal?: AbortSignal }) => Promise<unknown>
  /**
   * The owner's events, and from `TabSharing.join` one of its own: `ownerChanged`, when another tab (or this one) owns the client
   * from now on, so that what a tab mirrors can be read anew.
   */
  subscribe: (listener: (event: { type: string; data: unknown }) => void) => () => void
}

// Written as a method, so that sockets fit whose events have more to them.
type Listener<Event> = { call(event: Event): void }['call']

/** The part of a WebSocket that is used; browsers' and Node's `ws` have it. */
export type WebSocketLike = {
  readyState: number
  send: (data: string) => void
  close: (code?: number, reason?: string) => void
  onopen: Listener<unknown> | null
  onmessage: Listener<{ data: unknown }> | null
  onclose: Listener<{ code: number; reason: string }> | null
  onerror: Listener<unknown> | null
}

/** Everything that a client takes from around it. Nothing of it is touched at import. */
export type ClientEnvironment = {
  /** Unix milliseconds. */
  now: () => number
  setTimeout: (run: () => void, delay: number) => unknown
  clearTimeout: (timer: unknown) => void
  randomBytes: (length: number) => Uint8Array
  openSocket: (url: string) => WebSocketLike
  /** Calls when the page comes to the front or the network comes back; the function it gives ends that. */
  onWake: (listener: () => void) => () => void
}

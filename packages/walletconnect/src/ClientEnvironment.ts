// Declared as a method, so that sockets whose events have more fields are assignable.
type Listener<Event> = { call(event: Event): void }['call']

/** The part of a WebSocket that the client uses. Browsers and Node's `ws` have it. */
export type WebSocketLike = {
  readyState: number
  send: (data: string) => void
  close: (code?: number, reason?: string) => void
  onopen: Listener<unknown> | null
  onmessage: Listener<{ data: unknown }> | null
  onclose: Listener<{ code: number; reason: string }> | null
  onerror: Listener<unknown> | null
}

/** Platform functions of a client. Importing this module touches no global. */
export type ClientEnvironment = {
  /** Unix milliseconds. */
  now: () => number
  setTimeout: (run: () => void, delay: number) => unknown
  clearTimeout: (timer: unknown) => void
  randomBytes: (length: number) => Uint8Array
  openSocket: (url: string) => WebSocketLike
  /** Calls the listener when the page becomes visible or the network is back. Returns a function that stops it. */
  onWake: (listener: () => void) => () => void
}

/** The part of a WebSocket that is used; browsers' and Node's `ws` have it. */
export type WebSocketLike = {
  readyState: number
  send: (data: string) => void
  close: (code?: number, reason?: string) => void
  onopen: ((event: never) => void) | null
  onmessage: ((event: { data: unknown }) => void) | null
  onclose: ((event: { code: number; reason: string }) => void) | null
  onerror: ((event: never) => void) | null
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

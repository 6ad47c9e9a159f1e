/** A session in the view of both sides. */
export type InteropSession = {
  topic: string
  /** CAIP-10, in order. */
  accounts: readonly string[]
  /** Unix seconds. */
  expiry: number
}

/** A sign-in as a wallet returns it. */
export type InteropSignIn = { message: string; signature: string; address: string }

/** Events of both sides. */
export type InteropEvent =
  | { type: 'event'; topic: string; name: string; data: unknown }
  | { type: 'update'; topic: string }
  | { type: 'delete'; topic: string }
  | { type: 'ping'; topic: string }

/** Methods of both sides. */
export type InteropClient = {
  label: string
  /**
   * Whether it reconnects automatically after an outage of the relay, and keeps its requests. Core 2.17.1 gives up permanently if it dials
   * at the wrong moment, and its page must be reloaded.
   */
  survivesOutages: boolean
  /** Takes the first matching event, now or later. */
  take: (fits: (event: InteropEvent) => boolean) => Promise<InteropEvent>
  session: (topic: string) => InteropSession | undefined
  ping: (topic: string) => Promise<void>
  disconnect: (topic: string) => Promise<void>
  /** Stops it like a closed app: sockets closed, storage kept. */
  stop: () => Promise<void>
  /** Starts again with the stored state. */
  start: () => Promise<void>
}

/** An app with our client or another vendor's. */
export type InteropApp = InteropClient & {
  propose: () => Promise<{ uri: string; approval: Promise<InteropSession> }>
  authenticate: () => Promise<{
    uri: string
    approval: Promise<{ session: InteropSession | undefined; signIns: readonly InteropSignIn[] }>
  }>
  request: (options: { topic: string; chainId: string; method: string; params: unknown }) => Promise<unknown>
}

/** A wallet with our client or another vendor's. It answers automatically, according to `mode`. */
export type InteropWallet = InteropClient & {
  /** `plain`: approves, but does not support one-click sign-in. */
  setMode: (mode: 'approve' | 'reject' | 'plain') => void
  pair: (uri: string) => Promise<void>
  /** Topics of its sessions. */
  sessions: () => readonly string[]
  /** Number of received requests. */
  requests: () => number
  update: (options: { topic: string; accounts: readonly string[] }) => Promise<void>
  extend: (topic: string) => Promise<void>
  emit: (options: { topic: string; chainId: string; name: string; data: unknown }) => Promise<void>
}

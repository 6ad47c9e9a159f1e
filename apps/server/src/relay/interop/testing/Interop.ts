/** A session as both sides see it. */
export type InteropSession = {
  topic: string
  /** CAIP-10, in order. */
  accounts: readonly string[]
  /** Unix seconds. */
  expiry: number
}

/** A sign-in as it comes back from a wallet. */
export type InteropSignIn = { message: string; signature: string; address: string }

/** What either side tells. */
export type InteropEvent =
  | { type: 'event'; topic: string; name: string; data: unknown }
  | { type: 'update'; topic: string }
  | { type: 'delete'; topic: string }
  | { type: 'ping'; topic: string }

/** What both sides can. */
export type InteropClient = {
  label: string
  /**
   * Whether it comes back by itself after the relay was away, and keeps what it was asked meanwhile. Core 2.17.1 gives up for good
   * when it dials at the wrong moment; its page must be loaded again.
   */
  survivesOutages: boolean
  /** Takes the first event that fits, now or later. */
  take: (fits: (event: InteropEvent) => boolean) => Promise<InteropEvent>
  session: (topic: string) => InteropSession | undefined
  ping: (topic: string) => Promise<void>
  disconnect: (topic: string) => Promise<void>
  /** Ends it as a closed app does: sockets shut, storage kept. */
  stop: () => Promise<void>
  /** Begins anew with what was stored. */
  start: () => Promise<void>
}

/** An app, whoever wrote its client. */
export type InteropApp = InteropClient & {
  propose: () => Promise<{ uri: string; approval: Promise<InteropSession> }>
  authenticate: () => Promise<{
    uri: string
    approval: Promise<{ session: InteropSession | undefined; signIns: readonly InteropSignIn[] }>
  }>
  request: (options: { topic: string; chainId: string; method: string; params: unknown }) => Promise<unknown>
}

/** A wallet, whoever wrote its client. It answers by itself, as `mode` says. */
export type InteropWallet = InteropClient & {
  /** `plain`: agrees, but knows nothing of one-click sign-in. */
  setMode: (mode: 'approve' | 'reject' | 'plain') => void
  pair: (uri: string) => Promise<void>
  /** Topics of its sessions. */
  sessions: () => readonly string[]
  /** How many requests it was given. */
  requests: () => number
  update: (options: { topic: string; accounts: readonly string[] }) => Promise<void>
  extend: (topic: string) => Promise<void>
  emit: (options: { topic: string; chainId: string; name: string; data: unknown }) => Promise<void>
}

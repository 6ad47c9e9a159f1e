/** Path of the relay's WebSockets on the server. */
export const relayPath = '/relay'

/** Default relay of other wallets. It requires a project ID of its operator. */
export const publicRelayUrl = 'wss://relay.walletconnect.org'

/**
 * Calls of a client to a relay. The two `wc_` calls are newer than the published specification. Each combines `irn_subscribe` and
 * `irn_publish`. Source: WalletConnect specification, relay server API (2.0).
 */
export const relayMethods = [
  'irn_publish',
  'irn_batchPublish',
  'irn_subscribe',
  'irn_subscribeBlocking',
  'irn_batchSubscribe',
  'irn_batchSubscribeBlocking',
  'irn_unsubscribe',
  'irn_batchUnsubscribe',
  'irn_fetchMessages',
  'irn_batchFetchMessages',
  'irn_batchReceive',
  'wc_proposeSession',
  'wc_approveSession',
] as const

/** A call that the relay accepts. */
export type RelayMethod = (typeof relayMethods)[number]

/** The only call of a relay to a client: a message. The client answers `true` once it has stored it. */
export const relaySubscriptionMethod = 'irn_subscription'

/** Value of `params.data` in `irn_subscription`. */
export type RelayDelivery = {
  /** 64 hexadecimal digits. */
  topic: string
  /** A sealed envelope, base64. */
  message: string
  /** Unix milliseconds, by the relay's clock. */
  publishedAt: number
  tag: number
  attestation?: string
}

/** Close codes of the relay's WebSocket. After 3000 a client must not reconnect automatically. */
export const relayCloseCodes = {
  goingAway: 1001,
  tooManyRequests: 1013,
  refused: 3000,
  stale: 4008,
  rebalancing: 4010,
} as const

/** JSON-RPC error codes of a relay; `data` is a short tag such as `TtlTooLong`. */
export const relayErrorCodes = {
  auth: 3000,
  tooManyRequests: 3001,
  payload: -32600,
  handler: -32000,
  internal: -32603,
} as const

/** Limits of a relay. Times in seconds, sizes in bytes. */
export const relayLimits = {
  minimumTtl: 1,
  maximumTtl: 604_800,
  /** For a publish without a TTL. */
  defaultTtl: 21_600,
  batch: 500,
  frameBytes: 262_144,
} as const

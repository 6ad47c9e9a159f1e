/** Where the server's relay takes WebSockets, below its own address. */
export const relayPath = '/relay'

/** Where wallets of other people dial unless they are told otherwise; it wants a project id of its operator. */
export const publicRelayUrl = 'wss://relay.walletconnect.org'

/**
 * Calls of a client to a relay. The two `wc_` calls are newer than the published specification; both do in one what `irn_subscribe`
 * and `irn_publish` do one by one. Source: WalletConnect specification, relay server API (2.0).
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

/** A call that the relay takes. */
export type RelayMethod = (typeof relayMethods)[number]

/** The one call of a relay to a client: a message; answered `true` once the client has it for good. */
export const relaySubscriptionMethod = 'irn_subscription'

/** What `irn_subscription` carries as `params.data`. */
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

/** Why a relay ends a WebSocket. After 3000 a client must not come back by itself. */
export const relayCloseCodes = {
  goingAway: 1001,
  tooManyRequests: 1013,
  refused: 3000,
  stale: 4008,
  rebalancing: 4010,
} as const

/** Codes of JSON-RPC errors that a relay answers with; `data` carries a short tag such as `TtlTooLong`. */
export const relayErrorCodes = {
  auth: 3000,
  tooManyRequests: 3001,
  payload: -32600,
  handler: -32000,
  internal: -32603,
} as const

/** What a relay takes at most. Times in seconds, sizes in bytes. */
export const relayLimits = {
  minimumTtl: 1,
  maximumTtl: 604_800,
  /** When a publish does not say. */
  defaultTtl: 21_600,
  batch: 500,
  frameBytes: 262_144,
} as const

/** Delivery of a session protocol's message: its tags on the relay, its lifetime (seconds), and whether it needs a push. */
export type SessionCall = {
  request: { tag: number; ttl: number; prompt: boolean }
  response: { tag: number; ttl: number }
  /** Tags of a refusal by the visitor and of one by the wallet, if they differ. */
  refusal?: { rejected: number; automatic: number; ttl: number }
}

/**
 * The calls between an app and a wallet, inside sealed envelopes. Source: WalletConnect specification, session and pairing
 * JSON-RPC methods.
 */
export const sessionCalls = {
  wc_pairingDelete: call(1000, 86_400),
  wc_pairingPing: call(1002, 30),
  wc_sessionPropose: { ...call(1100, 300, true), refusal: { rejected: 1120, automatic: 1121, ttl: 300 } },
  wc_sessionSettle: call(1102, 300),
  wc_sessionUpdate: call(1104, 86_400),
  wc_sessionExtend: call(1106, 86_400),
  wc_sessionRequest: call(1108, 300, true),
  wc_sessionEvent: call(1110, 300, true),
  wc_sessionDelete: call(1112, 86_400),
  wc_sessionPing: call(1114, 30),
  wc_sessionAuthenticate: { ...call(1116, 3_600, true), refusal: { rejected: 1118, automatic: 1119, ttl: 300 } },
} as const satisfies Record<string, SessionCall>

/** A call between an app and a wallet. */
export type SessionMethod = keyof typeof sessionCalls

/** Lifetimes in seconds. */
export const sessionLifetimes = {
  /** Of an unanswered pairing, and of a proposal. */
  pairing: 300,
  session: 604_800,
  /** Limits of a request's own expiry. */
  minimumRequest: 300,
  maximumRequest: 604_800,
} as const

/** Reasons of an ended session or a refused request, on the wire. Source: WalletConnect specification, error codes. */
export const sessionReasons = {
  invalidMethod: { code: 1001, message: 'Invalid method.' },
  invalidEvent: { code: 1002, message: 'Invalid event.' },
  invalidUpdate: { code: 1003, message: 'Invalid update request.' },
  invalidExtend: { code: 1004, message: 'Invalid extend request.' },
  invalidSettle: { code: 1005, message: 'Invalid session settle request.' },
  unauthorizedMethod: { code: 3001, message: 'Unauthorized method.' },
  unauthorizedEvent: { code: 3002, message: 'Unauthorized event.' },
  unauthorizedChain: { code: 3005, message: 'Unauthorized chain.' },
  userRejected: { code: 5000, message: 'User rejected.' },
  userRejectedChains: { code: 5001, message: 'User rejected chains.' },
  userRejectedMethods: { code: 5002, message: 'User rejected methods.' },
  userRejectedEvents: { code: 5003, message: 'User rejected events.' },
  unsupportedChains: { code: 5100, message: 'Unsupported chains.' },
  unsupportedMethods: { code: 5101, message: 'Unsupported methods.' },
  unsupportedEvents: { code: 5102, message: 'Unsupported events.' },
  unsupportedAccounts: { code: 5103, message: 'Unsupported accounts.' },
  unsupportedNamespaceKey: { code: 5104, message: 'Unsupported namespace key.' },
  userDisconnected: { code: 6000, message: 'User disconnected.' },
  sessionSettlementFailed: { code: 7000, message: 'Session settlement failed.' },
  requestExpired: { code: 8000, message: 'Session request expired.' },
  unsupportedProtocolMethod: { code: 10_001, message: 'Unsupported wc_ method.' },
} as const

/** A reason in its wire format. */
export type SessionReason = { code: number; message: string; data?: unknown }

function call(tag: number, ttl: number, prompt = false) {
  return { request: { tag, ttl, prompt }, response: { tag: tag + 1, ttl } }
}

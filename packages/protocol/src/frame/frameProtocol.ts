import type { SocialProvider } from './socialLogin.ts'

/** The version that both ends must speak. */
export const frameVersion = 1

/**
 * What the two ends say on the window before they have a port of their own. The frame says `loaded` with the id of its document, and says it again
 * until it hears a hello: a page that stands still for a moment (a debugger, a window that opens under one) never gets what is said to it meanwhile.
 */
export const frameSignal = { loaded: 'ew:loaded', hello: 'ew:hello' } as const

/** Milliseconds that a request of the login may take (specification 9); longer human steps answer `pending` and are asked again. */
export const frameRequestTimeout = 30_000
/** Milliseconds after which a human step answers `pending`, so that the request never times out while somebody reads mail. */
export const frameStepTimeout = 25_000
/** Milliseconds between the frame's `ready` and the first request (specification 9). */
export const frameReadyDelay = 500
/** Seconds between two login mails to one address (specification 9). */
export const emailCooldown = 30

/** Limits of one host on the port; what goes beyond is refused. */
export const frameLimits = {
  /** Bytes of one message, as UTF-8 JSON. */
  messageBytes: 256 * 1024,
  openRequests: 32,
  requestsPerSecond: 20,
  promptsPerMinute: 6,
} as const

/** First message from the host, with the private port: `postMessage(hello, frameOrigin, [port])`. */
export type FrameHello = { k: 'ew:hello'; v: number; projectId: string; nonce: string }

/** What travels on the port. Every `req` is answered by one `res` with the same id. */
export type FrameMessage =
  | { k: 'req'; id: string; type: string; payload: unknown }
  | { k: 'res'; id: string; ok: true; result: unknown }
  | { k: 'res'; id: string; ok: false; error: FrameFailure }
  | { k: 'evt'; event: FrameEvent }

/** A refusal, with the EIP-1193 number where the request was an RPC call; `data`: what a reverted call gave back, hexadecimal. */
export type FrameFailure = { code: string; message: string; rpcCode?: number; retryAfter?: number; data?: string }

/** What the frame tells without being asked. */
export type FrameEvent =
  | { name: 'ready'; nonce: string }
  /** The frame has something to show; the host opens its dialog. `card` says what, for the host's own view. */
  | { name: 'show'; card: FrameCard; closable: boolean }
  | { name: 'hide' }
  /** CSS pixels that the card needs. */
  | { name: 'resize'; height: number }
  | { name: 'locked' }
  | { name: 'alert'; code: string; message: string }
  /** Of Ethereum-type networks; the accounts of the other families are the wallet's for as long as it is the same. */
  | { name: 'accountsChanged'; accounts: readonly string[] }
  /** CAIP-2, the Ethereum-type network in use. Those of the other families change by the host's own requests alone. */
  | { name: 'chainChanged'; chainId: string }
  /** Signed out here or elsewhere. */
  | { name: 'disconnect'; code: string }

/** The kinds of card that the frame shows. */
export type FrameCard =
  | 'code'
  | 'device'
  | 'recover'
  | 'protect'
  | 'approve'
  | 'refused'
  | 'calls'
  | 'security'
  | 'stepUp'
  | 'unlock'
  | 'number'
  | 'provider'
  | 'channel'
  | 'work'

/** The visitor of the embedded wallet, as the specification's section 3 has it. */
export type WalletUser = {
  email?: string | null
  /** Of the network that was asked about; EIP-55 on Ethereum-type ones. */
  address: string
  chainId: string | number
  /** On the same network. `payment` and `ordinal` on Bitcoin networks, where `address` is the payment one. */
  accounts: {
    address: string
    type: 'eoa' | 'smartAccount' | 'payment' | 'ordinal'
    publicKey?: string
    path?: string
  }[]
  userName?: string
  smartAccountDeployed?: boolean
  preferredAccountType?: 'eoa' | 'smartAccount'
  /** With whom the visitor signed in; left out for an email address. */
  socialProvider?: SocialProvider
}

/** What comes after an email address was given (specification 4). */
export type EmailAction = 'VERIFY_DEVICE' | 'VERIFY_OTP' | 'CONNECT'

/** How a wallet can be opened on a device that has no share of it. */
export type RecoveryMethod = 'passkey' | 'backupCode' | 'password' | 'oldDevice'

/** A step that waits for a person: ask again. */
export type PendingStep = { status: 'pending' } | { status: 'recover'; methods: RecoveryMethod[] }

import type { SocialProvider } from './socialLogin.ts'

/** Protocol version of both ends. */
export const frameVersion = 1

/**
 * Messages on the window before both ends have a port. The frame sends `loaded` with the ID of its document, and repeats it until it
 * receives a hello. A page that is paused for a moment (by a debugger, or by a window that opens) does not receive earlier messages.
 */
export const frameSignal = { loaded: 'ew:loaded', hello: 'ew:hello' } as const

/** Timeout of a login request in milliseconds (specification 9). Longer steps answer `pending`, and the host repeats the request. */
export const frameRequestTimeout = 30_000
/** Milliseconds after which a step with a person answers `pending`, so that the request never times out while the visitor reads mail. */
export const frameStepTimeout = 25_000
/** Milliseconds between the frame's `ready` and the first request (specification 9). */
export const frameReadyDelay = 500
/** Seconds between two login mails to one address (specification 9). */
export const emailCooldown = 30

/** Limits of one host on the port. Anything beyond is refused. */
export const frameLimits = {
  /** Bytes of one message, as UTF-8 JSON. */
  messageBytes: 256 * 1024,
  openRequests: 32,
  requestsPerSecond: 20,
  promptsPerMinute: 6,
} as const

/** First message from the host, with the private port: `postMessage(hello, frameOrigin, [port])`. */
export type FrameHello = { k: 'ew:hello'; v: number; projectId: string; nonce: string }

/** A message on the port. Every `req` is answered by one `res` with the same ID. */
export type FrameMessage =
  | { k: 'req'; id: string; type: string; payload: unknown }
  | { k: 'res'; id: string; ok: true; result: unknown }
  | { k: 'res'; id: string; ok: false; error: FrameFailure }
  | { k: 'evt'; event: FrameEvent }

/** An error, with the EIP-1193 code of an RPC call; `data`: return data of a reverted call, hexadecimal. */
export type FrameFailure = { code: string; message: string; rpcCode?: number; retryAfter?: number; data?: string }

/** An unsolicited message of the frame. */
export type FrameEvent =
  | { name: 'ready'; nonce: string }
  /** The frame needs to be visible, so the host opens its dialog. `card` names the card for the host's own view. */
  | { name: 'show'; card: FrameCard; closable: boolean }
  | { name: 'hide' }
  /** CSS pixels that the card needs. */
  | { name: 'resize'; height: number }
  | { name: 'locked' }
  | { name: 'alert'; code: string; message: string }
  /** Accounts of EVM networks. The accounts of the other families stay the same for one wallet. */
  | { name: 'accountsChanged'; accounts: readonly string[] }
  /** CAIP-2 ID of the active EVM network. Networks of other families change only through the host's requests. */
  | { name: 'chainChanged'; chainId: string }
  /** Logged out here or elsewhere. */
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

/** The user of the embedded wallet, as in section 3 of the specification. */
export type WalletUser = {
  email?: string | null
  /** On the requested network; EIP-55 on EVM networks. */
  address: string
  chainId: string | number
  /** On the same network. `payment` and `ordinal` on Bitcoin networks, where `address` is the payment address. */
  accounts: {
    address: string
    type: 'eoa' | 'smartAccount' | 'payment' | 'ordinal'
    publicKey?: string
    path?: string
  }[]
  userName?: string
  smartAccountDeployed?: boolean
  preferredAccountType?: 'eoa' | 'smartAccount'
  /** Provider of the login; absent for an email address. */
  socialProvider?: SocialProvider
}

/** The next step after an email address (specification 4). */
export type EmailAction = 'VERIFY_DEVICE' | 'VERIFY_OTP' | 'CONNECT'

/** A recovery factor, or a device transfer, that can unlock a wallet on a device without a share. */
export type RecoveryMethod = 'passkey' | 'backupCode' | 'password' | 'oldDevice'

/** A step that waits for a person. Repeat the request. */
export type PendingStep = { status: 'pending' } | { status: 'recover'; methods: RecoveryMethod[] }

import type { ChainId, SocialProvider } from '@latchkey/protocol'
import type { Factor, HealthKey, SealedShare, WalletAccount } from '@latchkey/protocol/wallet'
import type { SealedPasswordKey } from '../worker/KeyWorkerCalls.ts'

/** The DPoP key of this device (RFC 9449). Its private half cannot be exported. */
export type DpopKeyRecord = { privateKey: CryptoKey; publicJwk: { kty: 'EC'; crv: 'P-256'; x: string; y: string } }

/** A login that survives a reload. The refresh token is useless without the device's key. */
export type LoginRecord = {
  refreshToken: string
  userId: string
  deviceId: string
  email: string | null
  /** Provider of this login; omitted by earlier versions, which had none. */
  socialProvider?: SocialProvider | null
  /** The provider's name for the visitor. */
  userName?: string | null
  /** CAIP-2; the network in use. */
  chainId: string | null
  /** The access token and its end (Unix milliseconds), so that a reload can use it. Useless without the device's key. */
  access?: { token: string; until: number } | null
  /** The wallet was locked here, and the server does not know yet; nothing is unlocked before it knows. */
  isLockUntold?: boolean
}

/** Device share D of one epoch, and the data that unlocks the wallet without the server. */
export type DeviceSlot = {
  epoch: number
  /** D, sealed under the record's key; null while the wallet is locked and only a passkey gives it back. */
  box: Uint8Array<ArrayBuffer> | null
  /** The same box sealed to factors, instead of `box`. Omitted by earlier versions. */
  lockedBox?: readonly SealedShare[] | null
  vault: Uint8Array<ArrayBuffer>
  vaultVersion: number
  /** R of this device and epoch, sealed to each factor. */
  sealed: readonly SealedShare[]
  /** Keys of passwords, sealed under D, so that they unlock the wallet without the server; omitted by earlier versions. */
  passwords?: readonly SealedPasswordKey[]
}

/** Record of a wallet on a device. */
export type DeviceRecord = {
  walletId: string
  projectId: string
  userId: string
  /** SHA-256 of the normalized address that the visitor entered, so that a server cannot answer with another user. */
  emailHash: string | null
  deviceId: string
  /** EIP-55. */
  address: string
  /** The highest vault version that this device has seen. */
  seenVersion: number
  /** AES-GCM; cannot be exported. */
  key: CryptoKey
  /** The share that the server has confirmed; null before the first. */
  current: DeviceSlot | null
  /** A share of a newer epoch that the server may or may not have. */
  pending: DeviceSlot | null
  accounts: readonly WalletAccount[]
  /** As listed in the vault. */
  factors: readonly Factor[]
  /** Public half of the wallet's control key; omitted by earlier versions, and until the server knows it. */
  controlKey?: string
  /** The highest epoch that this device ever used; omitted by earlier versions. */
  lastEpoch?: number
  /** Unix milliseconds of the last unlock, a day behind at most; omitted by earlier versions. */
  seenAt?: number
  /** Shares of replaced epochs, kept for as long as a change of the data key can be reverted. */
  previous?: readonly ReplacedSlot[]
  /** When this device first saw each factor in the vault: Unix milliseconds by the factor's ID. Omitted by earlier versions. */
  factorsSeen?: Readonly<Record<string, number>>
  /** Credential IDs of the passkeys whose PRF output this device has received; base64url. */
  usedPasskeys?: readonly string[]
  /** The visitor started a new wallet here. This one still counts for its own account, whose device may return. */
  isLeft?: boolean
}

/** An export on this device while the server did not answer. */
export type OfflineExportRecord = {
  id: string
  projectId: string
  userId: string
  walletId: string
  kind: 'mnemonic' | 'privateKey' | 'keystore'
  /** Unix milliseconds. */
  at: number
  /** The server has accepted the report. */
  isReported: boolean
}

/** Public keys with which the server signs its health answers, pinned while the server was reachable. */
export type HealthPin = {
  keys: readonly HealthKey[]
  /** Unix milliseconds. */
  at: number
}

/** A share of a replaced epoch, and the time of its replacement (Unix milliseconds). */
export type ReplacedSlot = DeviceSlot & { replacedAt: number }

/** A transaction signed here that may not have been sent. */
export type SendingRecord = {
  /** Its ID on its network; base58 for Solana. */
  hash: string
  chainId: ChainId
  /** EVM networks only. */
  nonce?: number
  account: string
  /** Unix milliseconds of the signature; omitted by earlier versions. */
  at?: number
}

/** Calls sent as an operation of an account, with the ID that the site uses. */
export type OperationRecord = {
  /** Chosen by the site, or the hash. */
  id: string
  origin: string
  hash: `0x${string}`
  chainId: ChainId
  account: string
  /** Unix milliseconds of the signature. */
  at: number
  /** `leaving`: its arrival is not confirmed yet. */
  state: 'leaving' | 'sent'
}

/** Account type in use, by CAIP-2; omitted without a choice. */
export type AccountChoice = Partial<Record<ChainId, 'eoa' | 'smartAccount'>>

/** A permission that is being granted, or was. It is completed even if the page closes, and never granted twice. */
export type GrantRecord = {
  /** Exact site and request. */
  key: string
  chainId: ChainId
  account: `0x${string}`
  origin: string
  /** Unix seconds. */
  expiry: number
  /** Answer after the grant: `GrantedPermissions`. */
  answer: { pci: string; context: `0x${string}` }
  /** Its number on the chain, and the hash that the chain has for it once granted. */
  id: number
  grantHash: `0x${string}`
  /** Over `activateSessionMessage`: completes the grant of an earlier page without asking again. */
  activation: `0x${string}`
  /** Hash of the operation. */
  operation: `0x${string}`
  /** Unix milliseconds of this record. */
  at: number
  /** `leaving`: the operation may be pending; `active`: chain and server know the permission. */
  state: 'leaving' | 'active'
}

/** Record types by area. */
export type Areas = {
  /** One entry: `dpop`. */
  keys: DpopKeyRecord
  /** By project. */
  sessions: LoginRecord
  /** By wallet. */
  wallets: DeviceRecord
  /** By account: addresses of earlier receivers, the newest last. */
  receivers: readonly string[]
  /** By hash. */
  sendings: SendingRecord
  /** By site and id. */
  operations: OperationRecord
  /** By owner. */
  accountChoices: AccountChoice
  /** By site and request. */
  grants: GrantRecord
  /** By ID; kept after the login ends, because they concern the owner. */
  offlineExports: OfflineExportRecord
  /** One entry: `server`. */
  healthPins: HealthPin
}

/** Persistent storage of a device. */
export type KeyValueStore = {
  /** The browser denies storage: nothing survives this page. */
  memoryOnly: boolean
  get: <Area extends keyof Areas>(area: Area, key: string) => Promise<Areas[Area] | undefined>
  /** Resolves when it is on disk. */
  put: <Area extends keyof Areas>(area: Area, key: string, value: Areas[Area]) => Promise<void>
  remove: (area: keyof Areas, key: string) => Promise<void>
  all: <Area extends keyof Areas>(area: Area) => Promise<Areas[Area][]>
}

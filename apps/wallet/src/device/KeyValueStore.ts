import type { ChainId, SocialProvider } from '@latchkey/protocol'
import type { Factor, HealthKey, SealedShare, WalletAccount } from '@latchkey/protocol/wallet'
import type { SealedPasswordKey } from '../worker/KeyWorkerCalls.ts'

/** The key of this device (RFC 9449); the private half cannot be read out. */
export type DpopKeyRecord = { privateKey: CryptoKey; publicJwk: { kty: 'EC'; crv: 'P-256'; x: string; y: string } }

/** A session that survives a reload. The refresh token is of use with the device's key alone. */
export type SessionRecord = {
  refreshToken: string
  userId: string
  deviceId: string
  email: string | null
  /** With whom this session was signed in; left out by earlier versions, for which there was nobody. */
  socialProvider?: SocialProvider | null
  /** What the provider calls the visitor. */
  userName?: string | null
  /** CAIP-2; the network in use. */
  chainId: string | null
  /** The access token and when it ends (unix milliseconds): a reload goes on with it. Of use with the device's key alone. */
  access?: { token: string; until: number } | null
  /** The wallet was locked here, and the server has yet to be told; nothing is opened before it knows. */
  isLockUntold?: boolean
}

/** The device share D of one epoch, and what it opens when the server is gone. */
export type DeviceSlot = {
  epoch: number
  /** D, sealed under the record's key; null while the wallet is locked and a passkey is needed for it. */
  box: Uint8Array<ArrayBuffer> | null
  /** The box sealed to factors, in its place. Left out by earlier versions. */
  lockedBox?: readonly SealedShare[] | null
  vault: Uint8Array<ArrayBuffer>
  vaultVersion: number
  /** R of this device and epoch, sealed to each factor. */
  sealed: readonly SealedShare[]
  /** Keys of passwords, sealed under D, so that they open the wallet without the server; left out by earlier versions. */
  passwords?: readonly SealedPasswordKey[]
}

/** What a device keeps of a wallet. */
export type DeviceRecord = {
  walletId: string
  projectId: string
  userId: string
  /** SHA-256 of the normalised address that was typed, so that a server cannot answer with another user for the same person. */
  emailHash: string | null
  deviceId: string
  /** EIP-55. */
  address: string
  /** The highest version of the vault that was seen. */
  seenVersion: number
  /** AES-GCM, cannot be read out. */
  key: CryptoKey
  /** The share that the server has confirmed; null before the first. */
  current: DeviceSlot | null
  /** A share of a newer epoch that the server may or may not have. */
  pending: DeviceSlot | null
  accounts: readonly WalletAccount[]
  /** As the vault itself lists them. */
  factors: readonly Factor[]
  /** The public half of the wallet's control key; left out by earlier versions, and until the server knows it. */
  controlKey?: string
  /** The highest epoch that this device ever used; left out by earlier versions. */
  lastEpoch?: number
  /** Unix milliseconds of an opening, a day behind at most; left out by earlier versions. */
  seenAt?: number
  /** Shares of epochs that were replaced, kept for as long as a change of the data key can be taken back. */
  previous?: readonly ReplacedSlot[]
  /** When this device first saw each factor in the vault: unix milliseconds by the factor's id. Left out by earlier versions. */
  factorsSeen?: Readonly<Record<string, number>>
  /** Credential ids of the passkeys that gave their PRF bytes on this device; base64url. */
  usedPasskeys?: readonly string[]
  /** Its person started a new wallet here: it counts for its own account alone, whose device may come back. */
  isLeft?: boolean
}

/** An export that was made on this device while the server did not answer. */
export type OfflineExportRecord = {
  id: string
  projectId: string
  userId: string
  walletId: string
  kind: 'mnemonic' | 'privateKey' | 'keystore'
  /** Unix milliseconds. */
  at: number
  /** The server has taken the report. */
  isReported: boolean
}

/** The public keys under which the server signs that it answers, as they were pinned while all was well. */
export type HealthPin = {
  keys: readonly HealthKey[]
  /** Unix milliseconds. */
  at: number
}

/** A share of an epoch that was replaced, and when (unix milliseconds). */
export type ReplacedSlot = DeviceSlot & { replacedAt: number }

/** A transaction that was signed here, while it is not known whether it was sent. */
export type SendingRecord = {
  /** By which its network knows it; base58 on Solana's. */
  hash: string
  chainId: ChainId
  /** Of Ethereum-type networks. */
  nonce?: number
  account: string
  /** Unix milliseconds, when it was signed; left out by earlier versions. */
  at?: number
}

/** Calls that left as an operation of an account, by which the site that asked knows them. */
export type OperationRecord = {
  /** The site's, or the hash. */
  id: string
  origin: string
  hash: `0x${string}`
  chainId: ChainId
  account: string
  /** Unix milliseconds, when it was signed. */
  at: number
  /** `leaving`: nobody has said yet that it arrived. */
  state: 'leaving' | 'sent'
}

/** Which kind of account is used, by CAIP-2; left out where nobody chose. */
export type AccountChoice = Partial<Record<ChainId, 'eoa' | 'smartAccount'>>

/** A session that is being granted, or was: so that it is finished whatever becomes of the page, and never granted twice. */
export type GrantRecord = {
  /** Of the site and its request, to the letter. */
  key: string
  chainId: ChainId
  account: `0x${string}`
  origin: string
  /** Unix seconds. */
  expiry: number
  /** What is answered once it is done: `GrantedPermissions`. */
  answer: { pci: string; context: `0x${string}` }
  /** Its number on the chain, and what the chain says of it when it is granted. */
  id: number
  grantHash: `0x${string}`
  /** Over `activateSessionMessage`: what an earlier page began is finished without asking anybody. */
  activation: `0x${string}`
  /** By which the operation is known. */
  operation: `0x${string}`
  /** Unix milliseconds, when it was written down. */
  at: number
  /** `leaving`: the operation may be on its way; `active`: chain and server know the session. */
  state: 'leaving' | 'active'
}

/** What is kept, by area. */
export type Areas = {
  /** One entry: `dpop`. */
  keys: DpopKeyRecord
  /** By project. */
  sessions: SessionRecord
  /** By wallet. */
  wallets: DeviceRecord
  /** By account: addresses that something was sent to, the newest last. */
  receivers: readonly string[]
  /** By hash. */
  sendings: SendingRecord
  /** By site and id. */
  operations: OperationRecord
  /** By owner. */
  accountChoices: AccountChoice
  /** By site and request. */
  grants: GrantRecord
  /** By id; kept when the session ends, because they concern the owner. */
  offlineExports: OfflineExportRecord
  /** One entry: `server`. */
  healthPins: HealthPin
}

/** Where a device keeps what it must remember. */
export type KeyValueStore = {
  /** Nothing survives this page: the browser denies storage. */
  memoryOnly: boolean
  get: <Area extends keyof Areas>(area: Area, key: string) => Promise<Areas[Area] | undefined>
  /** Resolves when it is on disk. */
  put: <Area extends keyof Areas>(area: Area, key: string, value: Areas[Area]) => Promise<void>
  remove: (area: keyof Areas, key: string) => Promise<void>
  all: <Area extends keyof Areas>(area: Area) => Promise<Areas[Area][]>
}

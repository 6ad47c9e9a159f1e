import type { Factor, SealedShare, WalletAccount } from '@latchkey/protocol/wallet'

// The contract first; each declaration gives way to the export of its file.
export type Bytes = Uint8Array<ArrayBuffer>

// bytes
export declare function toBase64Url(bytes: Uint8Array): string
/** Throws `malformed_request`. */
export declare function fromBase64Url(text: string): Bytes
export declare function wipe(...secrets: readonly Uint8Array[]): void
export declare function concatBytes(...parts: readonly Uint8Array[]): Bytes
export declare function equalBytes(left: Uint8Array, right: Uint8Array): boolean

// seed
export type KeyOfPath = { privateKey: Bytes; publicKey: Bytes; address: string; path: string }
export type EvmKey = { privateKey: Bytes; publicKey: Bytes; address: `0x${string}`; path: string }
export type BitcoinNetwork = 'mainnet' | 'testnet' | 'regtest'
export declare function createEntropy(): Bytes
export declare function wordListOf(text: string): readonly string[]
export declare function toMnemonic(options: { entropy: Uint8Array; words: readonly string[] }): string
/** Gives the entropy; throws `import_invalid`. */
export declare function fromMnemonic(options: { text: string; words: readonly string[] }): Bytes
/** 64 bytes. */
export declare function seedFromMnemonic(mnemonic: string, passphrase?: string): Promise<Bytes>
export declare function deriveEvmKey(options: { seed: Uint8Array; index?: number }): EvmKey
export declare function deriveSolanaKey(options: { seed: Uint8Array }): KeyOfPath
export declare function deriveBitcoinKeys(options: { seed: Uint8Array; network?: BitcoinNetwork }): {
  segwit: KeyOfPath
  taproot: KeyOfPath
}
export declare function deriveAccounts(options: { seed: Uint8Array; network?: BitcoinNetwork }): WalletAccount[]
export declare function evmAddressOf(privateKey: Uint8Array): `0x${string}`

// vault
export type ImportedKey = {
  namespace: WalletAccount['namespace']
  privateKey: Bytes
  address: string
  label: string
}
export type VaultContents = {
  format: 1
  entropy: Bytes
  seed: Bytes
  importedKeys: readonly ImportedKey[]
  factors: readonly Factor[]
  version: number
}
export declare function createDataKey(): Bytes
/** Lower-case hexadecimal SHA-256 of the sealed vault, for `walletProofMessage`. */
export declare function vaultHashOf(vault: Uint8Array): Promise<string>
export declare function sealVault(options: {
  contents: VaultContents
  dataKey: Uint8Array
  walletId: string
  address: string
}): Promise<Bytes>
/**
 * Throws `vault_broken`; `vault_rolled_back` below `seenVersion`. Checks that the seed gives the address.
 */
export declare function openVault(options: {
  vault: Uint8Array
  dataKey: Uint8Array
  walletId: string
  address: string
  version: number
  /** The highest version this device has seen. */
  seenVersion?: number
}): Promise<VaultContents>

// split
export declare function splitDataKey(options: {
  dataKey: Uint8Array
}): Promise<{ device: Bytes; auth: Bytes; recovery: Bytes }>
/** Throws `vault_broken` for what cannot be two shares; whether they belong together shows when the vault is opened. */
export declare function combineShares(options: { first: Uint8Array; second: Uint8Array }): Promise<Bytes>

// seal
export declare function sealShare(options: {
  recoveryShare: Uint8Array
  publicKey: Uint8Array
  walletId: string
  deviceId: string
  epoch: number
}): Promise<{ enc: Bytes; ct: Bytes }>
/** Throws `recovery_failed`. */
export declare function openShare(options: {
  privateKey: Uint8Array
  enc: Uint8Array
  ct: Uint8Array
  walletId: string
  deviceId: string
  epoch: number
}): Promise<Bytes>
/** R sealed to every factor whose MAC fits; the ids of the others are `refused` (planted, or of another data key). */
export declare function sealToFactors(options: {
  recoveryShare: Uint8Array
  factors: readonly Factor[]
  dataKey: Uint8Array
  walletId: string
  deviceId: string
  epoch: number
}): Promise<{ sealed: SealedShare[]; refused: string[] }>
/** A non-extractable AES-GCM key for the device store. */
export declare function createDeviceKey(): Promise<CryptoKey>
export declare function sealDeviceShare(options: {
  key: CryptoKey
  share: Uint8Array
  walletId: string
  deviceId: string
  epoch: number
}): Promise<Bytes>
/** Throws `vault_broken`. */
export declare function openDeviceShare(options: {
  key: CryptoKey
  box: Uint8Array
  walletId: string
  deviceId: string
  epoch: number
}): Promise<Bytes>

// factors
export type FactorKind = Factor['kind']
/** Argon2id costs: m in KiB. */
export type PasswordParams = { m: number; t: number; p: number }
export declare const passwordParams: Readonly<PasswordParams>
/** The PRF input of every passkey: SHA-256("ew/prf/v1"). */
export declare function passkeyPrfSalt(): Bytes
/** 16 random bytes. */
export declare function createSalt(): Bytes
export declare function deriveFactorKeyPair(options: {
  kind: FactorKind
  secret: Uint8Array
  salt: Uint8Array
}): Promise<{ privateKey: Bytes; publicKey: Bytes }>
export declare function createFactor(options: {
  id: string
  kind: FactorKind
  secret: Uint8Array
  salt: Uint8Array
  walletId: string
  address: string
  dataKey: Uint8Array
  credentialId?: string | undefined
  params?: PasswordParams | undefined
  label?: string | undefined
  /** ISO 8601. */
  createdAt: string
}): Promise<Factor>
export declare function verifyFactorMac(options: {
  factor: Factor
  walletId: string
  dataKey: Uint8Array
}): Promise<boolean>
/** Checked before a recovered vault is opened. */
export declare function verifyFactorBinding(options: {
  factor: Factor
  secret: Uint8Array
  address: string
}): Promise<boolean>
/** For rotation. Throws `factor_forged` when the MAC under the old data key does not fit. */
export declare function reauthenticateFactor(options: {
  factor: Factor
  walletId: string
  oldDataKey: Uint8Array
  dataKey: Uint8Array
}): Promise<Factor>
export declare function createBackupCode(): { code: string; secret: Bytes }
/** Gives the secret; throws `backup_code_invalid`. */
export declare function parseBackupCode(text: string): Bytes
export declare function derivePasswordSecret(options: {
  password: string
  salt: Uint8Array
  params?: PasswordParams | undefined
  /** 0 to 1. */
  onProgress?: ((share: number) => void) | undefined
}): Promise<Bytes>

// handover
export declare function createHandover(options: { handoverId: string }): { code: string; secret: Bytes }
/** Throws `handover_code_invalid`. */
export declare function parseHandoverCode(text: string): { handoverId: string; secret: Bytes }
export declare function answerHandover(options: {
  secret: Uint8Array
}): Promise<{ privateKey: Bytes; pub: Bytes; mac: Bytes }>
export declare function verifyHandoverAnswer(options: {
  secret: Uint8Array
  pub: Uint8Array
  mac: Uint8Array
}): Promise<boolean>
export declare function matchNumberOf(options: { secret: Uint8Array; pub: Uint8Array }): Promise<string>
/** `secret` authenticates the sender (HPKE mode_psk): a server cannot hand over a key of its own. */
export declare function sealDataKey(options: {
  dataKey: Uint8Array
  publicKey: Uint8Array
  secret: Uint8Array
  walletId: string
  handoverId: string
}): Promise<{ enc: Bytes; ct: Bytes }>
/** Throws `recovery_failed`. */
export declare function openDataKey(options: {
  privateKey: Uint8Array
  enc: Uint8Array
  ct: Uint8Array
  secret: Uint8Array
  walletId: string
  handoverId: string
}): Promise<Bytes>

// keystore
export type Keystore = {
  version: 3
  id: string
  address: string
  crypto: {
    cipher: 'aes-128-ctr'
    ciphertext: string
    cipherparams: { iv: string }
    kdf: 'scrypt'
    kdfparams: { dklen: 32; n: number; r: number; p: number; salt: string }
    mac: string
  }
}
export declare function createKeystore(options: {
  privateKey: Uint8Array
  password: string
  id?: string | undefined
  onProgress?: ((share: number) => void) | undefined
}): Promise<Keystore>
/** Gives the private key; throws `import_invalid` for what is no keystore, `keystore_password_wrong`. */
export declare function openKeystore(options: {
  text: string
  password: string
  onProgress?: ((share: number) => void) | undefined
}): Promise<Bytes>

import type { FamilyPayload, PreparedTransaction } from '@latchkey/clear-signing'
import type { ChainId } from '@latchkey/protocol'
import type {
  ControlAction,
  DeviceShares,
  Factor,
  ListedFactor,
  RecoverySet,
  SealedShare,
  VaultReturn,
  WalletAccount,
} from '@latchkey/protocol/wallet'
import type { FamilySigned } from '../families/FamilySigned.ts'

/** The sealed wallet from the server. */
export type SealedWallet = {
  walletId: string
  /** EIP-55. */
  address: string
  vault: Uint8Array<ArrayBuffer>
  /** Version in the sealed vault. */
  vaultVersion: number
  /** The server's count, which is higher for a restored vault; omitted if it is the same. */
  counter?: number
  /** The highest version that this device has seen. */
  seenVersion: number
  factors: readonly ListedFactor[]
  /** The addresses of exactly this version, as this device derived them before; null: they are derived again. */
  accounts: readonly WalletAccount[] | null
}

/** Secret of a factor. */
export type FactorSecret =
  /** The 32 bytes of the PRF extension. */
  | { kind: 'passkey'; prf: Uint8Array<ArrayBuffer>; credentialId: string }
  | { kind: 'backupCode'; code: string }
  | { kind: 'password'; password: string }

/** Device and epoch of a split. */
export type SplitTarget = { deviceId: string; epoch: number; key: CryptoKey }

/** The key of a password, sealed under the device share of one split. Only for this device's store. */
export type SealedPasswordKey = {
  factorId: string
  /** base64url. */
  box: string
}

/** A new split: A and R for the server; D and the keys of passwords, sealed, for the device store. */
export type Split = {
  device: DeviceShares
  box: Uint8Array<ArrayBuffer>
  passwords: readonly SealedPasswordKey[]
}

/** Data of a new password: its key for the server (base64url), and the passwords that it replaces. */
export type NewPassword = { passwordKey: string; replaces: readonly string[] }

/** A change of the vault that counts after `commit`. */
export type StagedVault = { vault: Uint8Array<ArrayBuffer>; replaces: number; accounts: readonly WalletAccount[] }

/** Data of an unlocked wallet. */
export type OpenWallet = {
  accounts: readonly WalletAccount[]
  /** The factors as the vault itself lists them. */
  factors: readonly Factor[]
  /** IDs of factors whose MAC is invalid: the server planted them, or they belong to another data key. */
  forged: readonly string[]
}

/**
 * All operations with the data key, the seed and the private keys, which leave the worker only through the explicit `export…` calls.
 * Failures are `LatchkeyError`s: `wallet_locked`, `vault_broken`, `vault_rolled_back`, `recovery_failed`, `backup_code_invalid`,
 * `import_invalid`.
 */
export type KeyWorkerCalls = {
  /** Generates a wallet in advance, while the visitor enters the code. `words`: the BIP-39 list, one word per line. */
  prepare: (options: { words: string }) => Promise<void>
  /** Creates the wallet of a user and unlocks it. */
  create: (options: { words: string; userId: string; target: SplitTarget }) => Promise<
    Split & {
      walletId: string
      address: string
      vault: Uint8Array<ArrayBuffer>
      accounts: readonly WalletAccount[]
      controlKey: string
      addressProof: string
    }
  >
  /** Unlocks it with D and A of one epoch. */
  unlock: (options: {
    wallet: SealedWallet
    target: SplitTarget
    box: Uint8Array<ArrayBuffer>
    share: Uint8Array<ArrayBuffer>
  }) => Promise<OpenWallet>
  /** Blinds a password for the server; the same password again gives the same element. */
  blindPassword: (options: { walletId: string; factorId: string; password: string }) => Promise<{
    blinded: Uint8Array<ArrayBuffer>
  }>
  /**
   * Checks by the server's answer whether the password was right. If it was, `recover` unlocks the wallet with it.
   *
   * @throws LatchkeyError `response_invalid`; `recovery_failed` if another password was blinded in the meantime
   */
  checkPassword: (options: {
    blinded: Uint8Array<ArrayBuffer>
    evaluated: Uint8Array<ArrayBuffer>
    bind: string
    address: string
  }) => Promise<{ isRight: boolean }>
  /**
   * Unlocks it with a factor: R of some device and that device's A. A split that does not open does not stop the others. A password
   * was checked before.
   */
  recover: (options: {
    wallet: SealedWallet
    factorId: string
    secret: FactorSecret
    /** Tried in this order until one opens. */
    sets: readonly RecoverySet[]
  }) => Promise<OpenWallet>
  /** Unlocks it without the server: D and R of this device. */
  openOffline: (options: {
    wallet: SealedWallet
    factorId: string
    secret: FactorSecret
    target: SplitTarget
    box: Uint8Array<ArrayBuffer>
    sealed: SealedShare
    /** For a password. */
    password?: SealedPasswordKey | undefined
  }) => Promise<OpenWallet>
  /**
   * Seals the box of D to factors, so that the copy of a locked wallet on the disk needs one of them. Does not need an unlocked
   * wallet.
   */
  lockBox: (options: {
    box: Uint8Array<ArrayBuffer>
    factors: readonly Factor[]
    walletId: string
    deviceId: string
    epoch: number
  }) => Promise<readonly SealedShare[]>
  /** Opens a box that `lockBox` sealed. @throws LatchkeyError `recovery_failed`, `backup_code_invalid` */
  unlockBox: (options: {
    walletId: string
    address: string
    factor: Factor
    secret: FactorSecret
    deviceId: string
    epoch: number
    sealed: SealedShare
  }) => Promise<Uint8Array<ArrayBuffer>>
  /** Loads a newer vault of the unlocked wallet: another device added a factor or a key. */
  reload: (options: { wallet: SealedWallet }) => Promise<OpenWallet>
  /** Splits the data key again; `vaultVersion`: the server's count of the unlocked wallet. */
  split: (options: { target: SplitTarget }) => Promise<Split & { vaultVersion: number }>
  /** Authorizes one change of the unlocked wallet with its control key. @see controlMessage */
  proveControl: (options: {
    action: ControlAction
    userId: string
    deviceId: string
    body: object
  }) => Promise<{ proof: string }>
  /** Returns the control key, with the signature of the wallet's address for it. @see controlKeyClaim */
  claimControl: (options: { userId: string; deviceId: string }) => Promise<{ controlKey: string; addressProof: string }>
  /** Authorizes the return of an older vault of the unlocked wallet. @see returnMessage */
  proveReturn: (options: { version: number; until: number }) => Promise<VaultReturn>
  /** Returns whether the control key authorized the return of an older vault. Does not need an unlocked wallet. */
  checkReturn: (options: {
    walletId: string
    controlKey: string
    returned: VaultReturn
  }) => Promise<{ isValid: boolean }>
  /** Returns a new backup code, to be shown once. It becomes a factor when `addFactor` is called with it. */
  createBackupCode: () => Promise<{ code: string }>
  /** Stages a vault with another factor, and a split that is also sealed to it. A password replaces all earlier ones. */
  addFactor: (options: {
    id: string
    secret: FactorSecret
    label?: string | undefined
    createdAt: string
    target: SplitTarget
  }) => Promise<Split & StagedVault & { factor: Factor; password: NewPassword | null }>
  /** Stages a vault without the factor. */
  removeFactor: (options: { factorId: string }) => Promise<StagedVault>
  /**
   * Stages a new data key: the vault sealed under it, every factor authenticated again, and a new split. It also authorizes the return
   * of the earlier vault until then (Unix seconds).
   */
  rotate: (options: {
    target: SplitTarget
    until: number
  }) => Promise<Split & StagedVault & { factors: readonly Factor[]; return: VaultReturn }>
  /** Stages a vault with another key: a private key or a recovery phrase. */
  importKey: (options: { secret: string; words: string }) => Promise<StagedVault & { address: string }>
  /** The server has accepted the staged change. */
  commit: () => Promise<void>
  /** The server has refused the staged change. */
  discard: () => Promise<void>
  /** Signs the digest of a message (EIP-191) or of typed data (EIP-712) that clear signing computed: 65 bytes. */
  signDigest: (options: { address: string; digest: `0x${string}` }) => Promise<`0x${string}`>
  /** Returns the serialized, signed transaction, and its hash on the network. */
  signTransaction: (options: {
    address: string
    transaction: PreparedTransaction
  }) => Promise<{ signed: `0x${string}`; hash: `0x${string}` }>
  /**
   * Signs the delegation of an EOA to our smart account's code on one network. The address of that code is in the worker, so that no
   * caller can have another one signed. Source: EIP-7702.
   */
  signDelegation: (options: { address: string; chainId: number; nonce: number }) => Promise<{
    r: `0x${string}`
    s: `0x${string}`
    yParity: number
  }>
  /** Signs an approved request of a network outside of EVM. @see signFamily */
  signFamily: (options: { payload: FamilyPayload; chainId: ChainId }) => Promise<FamilySigned>
  /** Returns the address of an owner's smart account, the same on every network. Needs neither a key nor an unlocked wallet. */
  smartAccount: (options: { owner: string }) => Promise<`0x${string}`>
  exportMnemonic: (options: { words: string }) => Promise<{ mnemonic: string }>
  exportPrivateKey: (options: { namespace: WalletAccount['namespace'] }) => Promise<{ privateKey: string }>
  exportKeystore: (options: { password: string }) => Promise<{ fileName: string; json: string }>
  /** Old device. */
  startTransfer: (options: { handoverId: string }) => Promise<{ code: string }>
  /** Old device: checks that the answer is from a holder of the code. @throws LatchkeyError `recovery_failed` */
  checkTransfer: (options: { pub: Uint8Array<ArrayBuffer>; mac: Uint8Array<ArrayBuffer> }) => Promise<{
    matchNumber: string
  }>
  /** Old device: seals the data key to the checked device. */
  sealTransfer: () => Promise<{ enc: Uint8Array<ArrayBuffer>; ct: Uint8Array<ArrayBuffer> }>
  /** New device. */
  answerTransfer: (options: { code: string }) => Promise<{
    handoverId: string
    pub: Uint8Array<ArrayBuffer>
    mac: Uint8Array<ArrayBuffer>
    matchNumber: string
  }>
  /** New device: unlocks the wallet with the data key that the old one sealed. */
  finishTransfer: (options: {
    wallet: SealedWallet
    enc: Uint8Array<ArrayBuffer>
    ct: Uint8Array<ArrayBuffer>
  }) => Promise<OpenWallet>
  /** Removes every key; bytes are overwritten. */
  lock: () => Promise<void>
}

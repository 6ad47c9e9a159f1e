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

/** The sealed wallet as the server gave it. */
export type SealedWallet = {
  walletId: string
  /** EIP-55. */
  address: string
  vault: Uint8Array<ArrayBuffer>
  /** That the vault is sealed as. */
  vaultVersion: number
  /** The server's own count, which is higher for a vault that came back; left out where it is the same. */
  counter?: number
  /** The highest version that this device has seen. */
  seenVersion: number
  factors: readonly ListedFactor[]
  /** The addresses of this very version, as this device has derived them before; null: they are derived anew. */
  accounts: readonly WalletAccount[] | null
}

/** What a factor is made of. */
export type FactorSecret =
  /** The 32 bytes of the PRF extension. */
  | { kind: 'passkey'; prf: Uint8Array<ArrayBuffer>; credentialId: string }
  | { kind: 'backupCode'; code: string }
  | { kind: 'password'; password: string }

/** Which splitting is asked for. */
export type SplitTarget = { deviceId: string; epoch: number; key: CryptoKey }

/** The key of a password, sealed under the device share of one splitting: for this device's store alone. */
export type SealedPasswordKey = {
  factorId: string
  /** base64url. */
  box: string
}

/** A new splitting: A and R for the server, D and the keys of passwords for the device store, sealed. */
export type Split = {
  device: DeviceShares
  box: Uint8Array<ArrayBuffer>
  passwords: readonly SealedPasswordKey[]
}

/** What a new password brings along: its key for the server (base64url), and the passwords whose place it takes. */
export type NewPassword = { passwordKey: string; replaces: readonly string[] }

/** A change of the vault that counts once `commit` was called. */
export type StagedVault = { vault: Uint8Array<ArrayBuffer>; replaces: number; accounts: readonly WalletAccount[] }

/** What is known once the wallet is open. */
export type OpenWallet = {
  accounts: readonly WalletAccount[]
  /** The factors as the vault itself lists them. */
  factors: readonly Factor[]
  /** Ids of factors whose MAC does not fit: the server has planted them, or they are of another data key. */
  forged: readonly string[]
}

/**
 * Everything that is done with the data key, the seed and the private keys. They never leave the worker, but for the explicit
 * `export…` calls. Failures are `LatchkeyError`s: `wallet_locked`, `vault_broken`, `vault_rolled_back`, `recovery_failed`,
 * `backup_code_invalid`, `import_invalid`.
 */
export type KeyWorkerCalls = {
  /** Draws a wallet in advance, while the visitor types the code. `words`: the BIP-39 list, one word per line. */
  prepare: (options: { words: string }) => Promise<void>
  /** Makes the wallet of a user and opens it. */
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
  /** Opens it with D and A of one epoch. */
  unlock: (options: {
    wallet: SealedWallet
    target: SplitTarget
    box: Uint8Array<ArrayBuffer>
    share: Uint8Array<ArrayBuffer>
  }) => Promise<OpenWallet>
  /** Blinds a password for the server; the same password once more gives the same element. */
  blindPassword: (options: { walletId: string; factorId: string; password: string }) => Promise<{
    blinded: Uint8Array<ArrayBuffer>
  }>
  /**
   * Whether the password was right, by the server's answer. After a right one `recover` opens the wallet with it.
   *
   * @throws LatchkeyError `response_invalid`; `recovery_failed` when another password was blinded meanwhile
   */
  checkPassword: (options: {
    blinded: Uint8Array<ArrayBuffer>
    evaluated: Uint8Array<ArrayBuffer>
    bind: string
    address: string
  }) => Promise<{ isRight: boolean }>
  /**
   * Opens it with a factor: R of some device and that device's A. One splitting that does not open keeps no other back. A password was
   * checked before.
   */
  recover: (options: {
    wallet: SealedWallet
    factorId: string
    secret: FactorSecret
    /** Tried in this order until one opens. */
    sets: readonly RecoverySet[]
  }) => Promise<OpenWallet>
  /** Opens it without the server: D and R of this device. */
  openOffline: (options: {
    wallet: SealedWallet
    factorId: string
    secret: FactorSecret
    target: SplitTarget
    box: Uint8Array<ArrayBuffer>
    sealed: SealedShare
    /** Of a password. */
    password?: SealedPasswordKey | undefined
  }) => Promise<OpenWallet>
  /** Seals the box of D to factors, so that a locked wallet's copy on the disk needs one of them. Needs no open wallet. */
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
  /** Takes a newer vault of the open wallet: another device added a factor or a key. */
  reload: (options: { wallet: SealedWallet }) => Promise<OpenWallet>
  /** Splits the data key anew; `vaultVersion`: the server's count of the wallet that is open. */
  split: (options: { target: SplitTarget }) => Promise<Split & { vaultVersion: number }>
  /** Allows one change of the open wallet with its control key. @see controlMessage */
  proveControl: (options: {
    action: ControlAction
    userId: string
    deviceId: string
    body: object
  }) => Promise<{ proof: string }>
  /** The control key, and the word of the wallet's address that it is its own. @see controlKeyClaim */
  claimControl: (options: { userId: string; deviceId: string }) => Promise<{ controlKey: string; addressProof: string }>
  /** Lets an older vault of the open wallet come back. @see returnMessage */
  proveReturn: (options: { version: number; until: number }) => Promise<VaultReturn>
  /** Whether the control key let an older vault come back. Needs no open wallet. */
  checkReturn: (options: {
    walletId: string
    controlKey: string
    returned: VaultReturn
  }) => Promise<{ isValid: boolean }>
  /** A new backup code, to be shown once. It becomes a factor when `addFactor` is called with it. */
  createBackupCode: () => Promise<{ code: string }>
  /** Stages a vault with one factor more, and a splitting that is sealed to it too. A password takes the place of all before it. */
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
   * Stages a new data key: the vault sealed under it, every factor authenticated again, a new splitting, and the word that the vault of
   * before may come back until then (unix seconds).
   */
  rotate: (options: {
    target: SplitTarget
    until: number
  }) => Promise<Split & StagedVault & { factors: readonly Factor[]; return: VaultReturn }>
  /** Stages a vault with one key more: a private key or a recovery phrase. */
  importKey: (options: { secret: string; words: string }) => Promise<StagedVault & { address: string }>
  /** The server has taken what was staged. */
  commit: () => Promise<void>
  /** The server has refused what was staged. */
  discard: () => Promise<void>
  /** Signs the digest of a message (EIP-191) or of typed data (EIP-712) that clear signing worked out: 65 bytes. */
  signDigest: (options: { address: string; digest: `0x${string}` }) => Promise<`0x${string}`>
  /** The serialised, signed transaction, and the hash under which the network will know it. */
  signTransaction: (options: {
    address: string
    transaction: PreparedTransaction
  }) => Promise<{ signed: `0x${string}`; hash: `0x${string}` }>
  /**
   * Signs that an ordinary account runs our own smart account's code on one network: the address of that code stands in the worker, so
   * that nobody can have another one signed. Source: EIP-7702.
   */
  signDelegation: (options: { address: string; chainId: number; nonce: number }) => Promise<{
    r: `0x${string}`
    s: `0x${string}`
    yParity: number
  }>
  /** What was approved on a network that is not Ethereum-type. @see signFamily */
  signFamily: (options: { payload: FamilyPayload; chainId: ChainId }) => Promise<FamilySigned>
  /** The address of an owner's smart account, the same on every network. Needs no key, and no open wallet. */
  smartAccount: (options: { owner: string }) => Promise<`0x${string}`>
  exportMnemonic: (options: { words: string }) => Promise<{ mnemonic: string }>
  exportPrivateKey: (options: { namespace: WalletAccount['namespace'] }) => Promise<{ privateKey: string }>
  exportKeystore: (options: { password: string }) => Promise<{ fileName: string; json: string }>
  /** Old device. */
  startHandover: (options: { handoverId: string }) => Promise<{ code: string }>
  /** Old device: the answer is of whoever had the code. @throws LatchkeyError `recovery_failed` */
  checkHandover: (options: { pub: Uint8Array<ArrayBuffer>; mac: Uint8Array<ArrayBuffer> }) => Promise<{
    matchNumber: string
  }>
  /** Old device: seals the data key to the one that was checked. */
  sealHandover: () => Promise<{ enc: Uint8Array<ArrayBuffer>; ct: Uint8Array<ArrayBuffer> }>
  /** New device. */
  answerHandover: (options: { code: string }) => Promise<{
    handoverId: string
    pub: Uint8Array<ArrayBuffer>
    mac: Uint8Array<ArrayBuffer>
    matchNumber: string
  }>
  /** New device: opens the wallet with what the old one sealed. */
  finishHandover: (options: {
    wallet: SealedWallet
    enc: Uint8Array<ArrayBuffer>
    ct: Uint8Array<ArrayBuffer>
  }) => Promise<OpenWallet>
  /** Forgets every key; bytes are overwritten. */
  lock: () => Promise<void>
}

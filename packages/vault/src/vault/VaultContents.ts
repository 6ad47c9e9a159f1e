import type { Factor, WalletAccount } from '@latchkey/protocol/wallet'
import type { Bytes } from '../bytes/Bytes.ts'

/** An imported key, which is not derived from the seed. */
export type ImportedKey = {
  namespace: WalletAccount['namespace']
  privateKey: Bytes
  address: string
  /** The owner's name for it; may be empty. */
  label: string
}

/** The key that evaluates one password, see `createPasswordKey`. */
export type PasswordKey = { factorId: string; key: Bytes }

/** Contents of the vault. */
export type VaultContents = {
  /** Version of this structure. */
  format: 1
  /** 16 to 32 bytes: the words of BIP-39. */
  entropy: Bytes
  /** 64 bytes, kept so that unlocking needs no PBKDF2. */
  seed: Bytes
  importedKeys: readonly ImportedKey[]
  /** The factors as the owner's devices created them, independent of the server. */
  factors: readonly Factor[]
  /** Keys of the passwords, so that a device that has unlocked the wallet can use them without the server. */
  passwordKeys?: readonly PasswordKey[] | undefined
  /** Increases with every change, so that a device can detect a rollback. */
  version: number
}

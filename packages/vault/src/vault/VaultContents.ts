import type { Factor, WalletAccount } from '@latchkey/protocol/wallet'
import type { Bytes } from '../bytes/Bytes.ts'

/** A key that the owner brought along; not derived from the seed. */
export type ImportedKey = {
  namespace: WalletAccount['namespace']
  privateKey: Bytes
  address: string
  /** What the owner calls it; may be empty. */
  label: string
}

/** The key with which one password is evaluated, see `createPasswordKey`. */
export type PasswordKey = { factorId: string; key: Bytes }

/** What the vault holds. */
export type VaultContents = {
  /** Of this structure. */
  format: 1
  /** 16 to 32 bytes: the words of BIP-39. */
  entropy: Bytes
  /** 64 bytes, kept so that unlocking needs no PBKDF2. */
  seed: Bytes
  importedKeys: readonly ImportedKey[]
  /** The factors as the owner's devices know them, whatever a server says. */
  factors: readonly Factor[]
  /** Of the passwords among them, so that a device that has opened the wallet can use them without the server. */
  passwordKeys?: readonly PasswordKey[] | undefined
  /** Counts up with every change; a device never goes back. */
  version: number
}

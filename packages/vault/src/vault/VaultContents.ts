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
  /** Counts up with every change; a device never goes back. */
  version: number
}

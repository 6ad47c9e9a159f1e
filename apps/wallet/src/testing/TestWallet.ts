import type { Factor, SealedShare, VaultReturn, WalletAccount } from '@latchkey/protocol/wallet'

/** A wallet on the test server. */
export type TestWallet = {
  walletId: string
  userId: string
  address: string
  vault: string
  vaultVersion: number
  accounts: WalletAccount[]
  factors: Factor[]
  /** Keys of its passwords, base64url, by factor. */
  passwordKeys: Map<string, string>
  /** Password attempts. */
  tries: { blinded: string; at: number }[]
  /** By device. */
  shares: Map<string, { epoch: number; share: string; sealed: SealedShare[] }>
  /** Base64url; null: created before there were control keys. */
  controlKey: string | null
  /** Set if the vault is a restored earlier one, with the reason. */
  returned: VaultReturn | null
  /** Archives of data key changes, newest first. */
  archives: TestArchive[]
  exportedAt: string | null
}

/** State before a change of the data key. */
export type TestArchive = Pick<TestWallet, 'vault' | 'accounts' | 'factors' | 'shares'> & {
  archiveId: string
  version: number
  return: VaultReturn | null
  replacedAt: number
}

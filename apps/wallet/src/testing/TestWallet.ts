import type { Factor, SealedShare, VaultReturn, WalletAccount } from '@latchkey/protocol/wallet'

/** A wallet as the test server keeps it. */
export type TestWallet = {
  walletId: string
  userId: string
  address: string
  vault: string
  vaultVersion: number
  accounts: WalletAccount[]
  factors: Factor[]
  /** Keys of the passwords among them, base64url, by factor. */
  passwordKeys: Map<string, string>
  /** Passwords that were tried. */
  tries: { blinded: string; at: number }[]
  /** By device. */
  shares: Map<string, { epoch: number; share: string; sealed: SealedShare[] }>
  /** Base64url; null: made before there were control keys. */
  controlKey: string | null
  /** Why the vault is one that was replaced before. */
  returned: VaultReturn | null
  /** What changes of the data key replaced, newest first. */
  archives: TestArchive[]
  exportedAt: string | null
}

/** What a change of the data key replaced. */
export type TestArchive = Pick<TestWallet, 'vault' | 'accounts' | 'factors' | 'shares'> & {
  archiveId: string
  version: number
  return: VaultReturn | null
  replacedAt: number
}

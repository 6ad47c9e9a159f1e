import type { VaultReturn } from '@latchkey/protocol/wallet'
import type { TestArchive, TestWallet } from './TestWallet.ts'

/** Archives the state that a change of the data key replaces. */
export function toTestArchive({
  wallet: { vault, vaultVersion, returned: before, accounts, factors, shares },
  returned,
  now,
}: {
  wallet: TestWallet
  returned: VaultReturn | null
  now: number
}): TestArchive {
  const archiveId = crypto.randomUUID()
  const version = before?.version ?? vaultVersion
  return structuredClone({ archiveId, version, vault, accounts, factors, shares, return: returned, replacedAt: now })
}

/** Restores a replaced epoch, as the server does by the link of an email and for a device. */
export function restoreTestArchive({
  wallet,
  archive,
  returned,
  now,
}: {
  wallet: TestWallet
  archive: TestArchive
  returned: VaultReturn
  now: number
}): void {
  const { vault, accounts, factors, shares } = structuredClone(archive)
  const others = wallet.archives.filter(({ archiveId }) => archiveId !== archive.archiveId)
  wallet.archives = [toTestArchive({ wallet, returned: null, now }), ...others]
  Object.assign(wallet, { vault, accounts, factors, shares, returned, vaultVersion: wallet.vaultVersion + 1 })
}

import type { VaultReturn } from '@latchkey/protocol/wallet'
import type { TestArchive, TestWallet } from './TestWallet.ts'

/** What a change of the data key replaces, as the test server keeps it. */
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

/** Puts a replaced epoch back, as the server does by the link of a mail and for a device. */
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

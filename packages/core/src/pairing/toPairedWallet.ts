import type { PairedWallet } from '../connectors/PairedWallet.ts'
import type { WalletEntry } from '../directory/WalletsFeature.ts'

/** Converts a chosen wallet to its stored form. */
export function toPairedWallet({
  wallet: { name, icon, listing },
  choice,
}: {
  wallet: WalletEntry
  choice: PairedWallet['choice']
}): PairedWallet {
  const { mobile_link = null, desktop_link = null, webapp_link = null, link_mode = null } = listing ?? {}
  return { name, icon, links: { mobile_link, desktop_link, webapp_link, link_mode }, choice }
}

import type { WalletListing } from '@latchkey/protocol/api'
import type { ConnectorInfo } from '../connectors/Connector.ts'
import type { LatchkeyConfig } from '../LatchkeyConfig.ts'
import { groupConnectors } from './groupConnectors.ts'
import type { WalletEntry } from './WalletsFeature.ts'
import { isNamed } from './walletMarks.ts'

/** Lists the wallets of this browser: recently used, then featured by the app, then in the order of their announcements. */
export function listInstalled({
  config: { networks, featuredWalletIds = [], excludedWalletIds = [] },
  connectors,
  recentIds,
  listingOf,
}: {
  config: LatchkeyConfig
  connectors: readonly ConnectorInfo[]
  /** IDs of connectors or wallets, newest first. */
  recentIds: readonly string[]
  listingOf?: (connector: ConnectorInfo) => WalletListing | undefined
}): WalletEntry[] {
  const families = new Set(networks.map(({ chainNamespace }) => chainNamespace))
  const usable = connectors.filter(({ namespace }) => families.has(namespace))
  const wallets = groupConnectors({ connectors: usable, ...(listingOf ? { listingOf } : {}) }).filter(
    (wallet) => !isNamed(wallet, excludedWalletIds),
  )
  // An ID may match several wallets, such as a common name, but means only one.
  const find = (id: string) =>
    wallets.find((wallet) => wallet.id === id || wallet.connectors.some((connector) => connector.id === id)) ??
    wallets.find((wallet) => isNamed(wallet, [id]))
  const recent = recentIds.map(find)
  const first = [...recent, ...featuredWalletIds.map(find)]
  const rank = (wallet: WalletEntry) => (first.includes(wallet) ? first.indexOf(wallet) : first.length)
  return [...wallets]
    .sort((a, b) => rank(a) - rank(b))
    .map((wallet) => (recent.includes(wallet) ? { ...wallet, recent: true } : wallet))
}

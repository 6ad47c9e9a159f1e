import { chainNamespaces } from '@latchkey/protocol'
import type { WalletListing } from '@latchkey/protocol/api'
import type { ConnectorInfo } from '../connectors/Connector.ts'
import type { WalletEntry } from './WalletsFeature.ts'
import { isSameWallet, marksOfEntry } from './walletMarks.ts'

/**
 * Merges the connectors of each wallet into one entry, across families. Entries are in the order of their first connector's announcement.
 *
 * @param options.listingOf returns the loaded record of a connector's wallet
 */
export function groupConnectors({
  connectors,
  listingOf = () => undefined,
}: {
  connectors: readonly ConnectorInfo[]
  listingOf?: (connector: ConnectorInfo) => WalletListing | undefined
}): WalletEntry[] {
  let entries = connectors.map((connector) => toEntry([connector], listingOf(connector)))
  // A merged entry may match a third one, so this repeats until nothing changes. There are only a few entries.
  for (let at = 0; at < entries.length; at++) {
    const entry = entries[at] as WalletEntry
    const marks = marksOfEntry(entry)
    const other = entries.slice(at + 1).find((later) => isSameWallet(marks, marksOfEntry(later)))
    if (!other) continue
    const joined = toEntry([...entry.connectors, ...other.connectors], entry.listing ?? other.listing)
    entries = entries.filter((one) => one !== other).map((one) => (one === entry ? joined : one))
    at = -1
  }
  return entries
}

function toEntry(members: readonly ConnectorInfo[], listing: WalletListing | undefined): WalletEntry {
  const connectors = [...members].sort(
    (a, b) => chainNamespaces.indexOf(a.namespace) - chainNamespaces.indexOf(b.namespace),
  )
  const { id, name } = connectors[0] as ConnectorInfo
  const rdns = connectors.find((connector) => connector.rdns !== null)?.rdns ?? null
  const icon = connectors.find((connector) => connector.icon !== null)?.icon ?? null
  return { id: rdns ?? id, name, icon, rdns, connectors, listing, recent: false }
}

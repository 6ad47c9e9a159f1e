import type { ConnectorInfo } from '../connectors/Connector.ts'
import type { WalletEntry } from './WalletsFeature.ts'

/** A name by which a wallet is known again: letter case and a trailing "wallet" do not count. */
export function nameKey(name: string): string {
  return name
    .toLowerCase()
    .replace(/\s+wallet$/, '')
    .trim()
}

/**
 * Makes one entry of the connectors of one wallet, whatever the families: by rdns, else by name. Entries stand in the order
 * in which their first connector announced itself.
 */
export function groupConnectors({
  connectors,
  recentConnectorIds,
}: {
  connectors: readonly ConnectorInfo[]
  recentConnectorIds: readonly string[]
}): WalletEntry[] {
  const groups: ConnectorInfo[][] = []
  for (const connector of connectors) {
    const group = groups.find((members) =>
      members.some(
        (member) =>
          member.namespace !== connector.namespace &&
          (member.rdns !== null && connector.rdns !== null
            ? member.rdns === connector.rdns
            : nameKey(member.name) === nameKey(connector.name)),
      ),
    )
    if (group && !group.some(({ namespace }) => namespace === connector.namespace)) group.push(connector)
    else groups.push([connector])
  }
  return groups.flatMap((members) => {
    const [first] = members
    if (!first) return []
    const rdns = members.find((member) => member.rdns !== null)?.rdns ?? null
    return {
      id: rdns ?? first.id,
      name: first.name,
      icon: members.find(({ icon }) => icon !== null)?.icon ?? null,
      rdns,
      connectors: members,
      listing: undefined,
      recent: members.some(({ id }) => recentConnectorIds.includes(id)),
    }
  })
}

import { chainNamespaces } from '@latchkey/protocol'
import { telemetryViews, telemetryWays, type WalletListing } from '@latchkey/protocol/api'
import { isErrorCode } from '@latchkey/protocol/errors'

/** Converts a page's value to a name that this server knows, or to `other`. */
export type KnownNames = Record<'view' | 'wallet' | 'way' | 'namespace' | 'chainId' | 'code', (value: string) => string>

/** Replaces every unknown value. */
const otherName = 'other'

/** The kit's own connectors, which are not in the directory. */
const ownWallets = ['latchkey', 'injected', 'safe', 'smartWallet', 'walletConnect']

/** Networks known to every server: Solana's three and Bitcoin's two, by CAIP-2. */
const wellKnownChains = [
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  'solana:4uhcVJyU9pJkvQyUS88uRDiswHXSCkY3',
  'bip122:000000000019d6689c085ae165831e93',
  'bip122:000000000933ea01ad0ee984209779ba',
]

/**
 * Collects the names that telemetry can contain. Values are looked up, never cleaned: an address, an email address or a hash is not a name,
 * so none can be stored. A wallet is known if the directory lists it (by id, rdns, injected id or name).
 */
export function createKnownNames({
  wallets,
  chainIds,
}: {
  wallets: readonly Pick<WalletListing, 'id' | 'name' | 'rdns' | 'injected'>[]
  chainIds: readonly string[]
}): KnownNames {
  const walletIds = new Map<string, string>(ownWallets.map((id) => [id.toLowerCase(), id]))
  for (const { id, name, rdns, injected } of wallets)
    for (const known of [id, rdns, name, ...(injected ?? []).map(({ injected_id }) => injected_id)])
      if (known && !walletIds.has(simplify(known))) walletIds.set(simplify(known), id)

  const among = (names: readonly string[]) => {
    const known = new Set(names)
    return (value: string) => (known.has(value) ? value : otherName)
  }
  const chain = among([...chainIds, ...wellKnownChains])
  return {
    view: among(telemetryViews),
    wallet: (value) => walletIds.get(simplify(value)) ?? otherName,
    way: among(telemetryWays),
    namespace: among(chainNamespaces),
    // The number of a network is too short to encode anything else.
    chainId: (value) => (/^eip155:[1-9]\d{0,9}$/.test(value) ? value : chain(value)),
    code: (value) => (isErrorCode(value) ? value : otherName),
  }
}

/** Converts a connector's Wallet Standard name: `solana:Trust Wallet` → `trust`. */
function simplify(name: string): string {
  return name
    .toLowerCase()
    .replace(/^(?:solana|bip122):/, '')
    .replace(/ wallet$/, '')
}

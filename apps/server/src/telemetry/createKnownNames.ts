import { chainNamespaces } from '@latchkey/protocol'
import { telemetryViews, telemetryWays, type WalletListing } from '@latchkey/protocol/api'
import { isErrorCode } from '@latchkey/protocol/errors'

/** Turns what a page says into a name that this server knows, or into `other`. */
export type KnownNames = Record<'view' | 'wallet' | 'way' | 'namespace' | 'chainId' | 'code', (value: string) => string>

/** What every value becomes that is no known name. */
const otherName = 'other'

/** Connectors of the kit's own, which stand in no directory. */
const ownWallets = ['latchkey', 'injected', 'safe', 'smartWallet', 'walletConnect']

/** Networks without a server's help: Solana's three and Bitcoin's two, by CAIP-2. */
const wellKnownChains = [
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  'solana:4uhcVJyU9pJkvQyUS88uRDiswHXSCkY3',
  'bip122:000000000019d6689c085ae165831e93',
  'bip122:000000000933ea01ad0ee984209779ba',
]

/**
 * Gathers the names that telemetry may hold. A value is looked up, never cleaned: an address, an email or a hash is no name, so
 * that none can be stored, whatever a page sends. A wallet is known when the directory lists it (by id, rdns, injected id or name).
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
    // A number of a network is too short to be anything else.
    chainId: (value) => (/^eip155:[1-9]\d{0,9}$/.test(value) ? value : chain(value)),
    code: (value) => (isErrorCode(value) ? value : otherName),
  }
}

/** `solana:Trust Wallet`, as a connector of the Wallet Standard is called, → `trust`. */
function simplify(name: string): string {
  return name
    .toLowerCase()
    .replace(/^(?:solana|bip122):/, '')
    .replace(/ wallet$/, '')
}

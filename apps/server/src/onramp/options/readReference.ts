import { parseChainId } from '@latchkey/protocol'
import { toChainId } from '../providers/coinbase/coinbaseNetworks.ts'
import type { CatalogAsset } from './Catalog.ts'

/** A symbol, a CAIP-10 ID, or an object of the options. */
export type Reference = string | { id: string; networks?: readonly NetworkReference[] | undefined }

/** A network in the shape of the options. */
type NetworkReference = { name?: string | undefined; chain_id?: string | undefined }

/** Returns the text of a reference. */
export function textOf(reference: Reference): string {
  return (typeof reference === 'string' ? reference : reference.id).trim()
}

/**
 * Finds a token for sale.
 *
 * @param options.currency symbol in any letter case, CAIP-10 ID, or object of the options
 * @param options.network as in {@link isNetwork}; undefined means the first network that sells the token. Existing clients
 *   send the currency (its symbol or ID) here. The result is then on the first network of the object's own `networks` that
 *   sells it. If the object has no `networks`, it is on the first network of all.
 */
export function findAsset(
  assets: readonly CatalogAsset[],
  { currency, network }: { currency: Reference; network: string | undefined },
): CatalogAsset | undefined {
  const wanted = textOf(currency)
  const find = (here: readonly CatalogAsset[]) =>
    here.find(({ id }) => (id.startsWith('eip155:') ? id.toLowerCase() === wanted.toLowerCase() : id === wanted)) ??
    here.find(({ symbol }) => symbol.toLowerCase() === wanted.toLowerCase())
  if (network === undefined) return find(assets)
  const named = find(assets.filter((asset) => isNetwork(asset, network)))
  if (named) return named
  const known = find(assets)
  const isCurrency = [wanted, known?.symbol, known?.id].some((text) => text?.toLowerCase() === network.toLowerCase())
  if (!isCurrency) return undefined
  const networks = typeof currency === 'string' ? undefined : currency.networks
  if (!networks || networks.length === 0) return known
  for (const { name, chain_id } of networks) {
    const here = assets.filter((asset) =>
      [name, chain_id].some((text) => text !== undefined && text !== '' && isNetwork(asset, text)),
    )
    const found = find(here)
    if (found) return found
  }
  return undefined
}

/**
 * Whether a text names the network of a token. It can be CAIP-2, the chain ID of an EVM network, or a name of a card provider
 * (`base`).
 */
export function isNetwork({ chainId }: Pick<CatalogAsset, 'chainId'>, network: string): boolean {
  const { namespace, reference } = parseChainId(chainId)
  if (chainId === network || (namespace === 'eip155' && reference === network)) return true
  return toChainId({ name: network }) === chainId
}

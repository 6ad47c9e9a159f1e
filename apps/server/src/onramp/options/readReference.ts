import { parseChainId } from '@latchkey/protocol'
import { toChainId } from '../providers/coinbase/coinbaseNetworks.ts'
import type { CatalogueAsset } from './Catalogue.ts'

/** A symbol, an id of CAIP-10, or the object of the options that has it. */
export type Reference = string | { id: string; networks?: readonly NetworkReference[] | undefined }

/** A network as the options write it. */
type NetworkReference = { name?: string | undefined; chain_id?: string | undefined }

/** The text of a reference. */
export function textOf(reference: Reference): string {
  return (typeof reference === 'string' ? reference : reference.id).trim()
}

/**
 * Finds a token among those for sale.
 *
 * @param options.currency its symbol in any letter case, or its id of CAIP-10; or the object of the options
 * @param options.network as {@link isNetwork} reads it; left out: the first that has it. Existing clients write the currency itself here
 * (its symbol or id): then it is the first network of the object's own `networks` that sells it, or the first of all where it names none
 */
export function findAsset(
  assets: readonly CatalogueAsset[],
  { currency, network }: { currency: Reference; network: string | undefined },
): CatalogueAsset | undefined {
  const wanted = textOf(currency)
  const find = (here: readonly CatalogueAsset[]) =>
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

/** Whether a text means the network of a token: CAIP-2, the number of a network of Ethereum's family, or a name that card providers have for it (`base`). */
export function isNetwork({ chainId }: Pick<CatalogueAsset, 'chainId'>, network: string): boolean {
  const { namespace, reference } = parseChainId(chainId)
  if (chainId === network || (namespace === 'eip155' && reference === network)) return true
  return toChainId({ name: network }) === chainId
}

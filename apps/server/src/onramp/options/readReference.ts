import { parseChainId } from '@latchkey/protocol'
import type { CatalogueAsset } from './Catalogue.ts'

/** A symbol, an id of CAIP-10, or the object of the options that has it. */
export type Reference = string | { id: string }

/** The text of a reference. */
export function textOf(reference: Reference): string {
  return (typeof reference === 'string' ? reference : reference.id).trim()
}

/**
 * Finds a token among those for sale.
 *
 * @param options.currency its symbol in any letter case, or its id of CAIP-10
 * @param options.network CAIP-2, or the number of a network of Ethereum's family; left out: the first that has it
 */
export function findAsset(
  assets: readonly CatalogueAsset[],
  { currency, network }: { currency: string; network: string | undefined },
): CatalogueAsset | undefined {
  const wanted = currency.toLowerCase()
  const here = assets.filter(({ chainId }) => network === undefined || isNetwork(chainId, network))
  return (
    here.find(({ id }) => (id.startsWith('eip155:') ? id.toLowerCase() === wanted : id === currency)) ??
    here.find(({ symbol }) => symbol.toLowerCase() === wanted)
  )
}

/** Whether a reference as clients write it means a network. */
export function isNetwork(chainId: CatalogueAsset['chainId'], network: string): boolean {
  const { namespace, reference } = parseChainId(chainId)
  return chainId === network || (namespace === 'eip155' && reference === network)
}

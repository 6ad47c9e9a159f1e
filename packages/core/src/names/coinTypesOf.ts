import { type ChainId, etherCoinType, toCoinType } from '@latchkey/protocol'

/**
 * Under which coin types a name's address on a network is looked for, best first; none on networks that names do not cover.
 *
 * @example coinTypesOf('eip155:10') // ['2147483658', '60']
 */
export function coinTypesOf(chainId: ChainId): readonly string[] {
  const own = toCoinType(chainId)
  return own === undefined ? [] : [...new Set([own, etherCoinType])].map(String)
}

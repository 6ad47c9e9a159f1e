import { type ChainId, etherCoinType, toCoinType } from '@latchkey/protocol'
import type { Name } from '@latchkey/protocol/api'

/**
 * Whom a name stands for on a network, by the rule of the server that registers names: the address under the network's own coin type; else
 * one that counts everywhere because a key proved it, best under Ethereum's coin type, then the oldest; else, of a name whose registry
 * tells nothing of that (ENS), the one under Ethereum's. What a contract proved on one network stands for nobody on another.
 *
 * @returns undefined where the name has none here, and on networks that names do not cover
 * @example findNameAddress({ addresses, chainId: 'eip155:10' }) // the one under '2147483658'
 */
export function findNameAddress({
  addresses,
  chainId,
}: Pick<Name, 'addresses'> & { chainId: ChainId }): string | undefined {
  const coinType = toCoinType(chainId)
  if (coinType === undefined) return undefined
  const records = Object.values(addresses)
  const ethers = addresses[etherCoinType]
  const isTold = records.some(({ everywhere }) => everywhere !== undefined)
  const [oldest] = records
    .filter(({ everywhere }) => everywhere)
    .sort((a, b) => Date.parse(a.created_at ?? '') - Date.parse(b.created_at ?? ''))
  const elsewhere = !isTold || ethers?.everywhere ? ethers : oldest
  return (addresses[coinType] ?? elsewhere)?.address
}

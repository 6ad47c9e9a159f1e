import { type ChainId, etherCoinType, toCoinType } from '@latchkey/protocol'
import type { Name } from '@latchkey/protocol/api'

/**
 * Returns the address of a name on a network, with the rule of the server that registers names:
 *
 * - the address of the network's coin type
 * - else an address that a key proved for all networks, preferably of Ethereum's coin type, then the oldest
 * - else, if the registry does not report that (ENS), the address of Ethereum's coin type
 *
 * An address that a contract proved on one network does not apply to others.
 *
 * @returns undefined if the name has no address here, and on networks without names
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

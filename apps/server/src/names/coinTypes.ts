import { type ChainId, parseChainId } from '@latchkey/protocol'

/** The coin type of Ethereum. Source: SLIP-44. */
export const etherCoinType = 60

/** Added to an EVM chain's number. Source: ENSIP-11. */
const evmFlag = 0x80000000

/**
 * The coin type of an EVM network; undefined where it has none.
 *
 * @example toCoinType('eip155:10') // 2147483658
 */
export function toCoinType(chainId: ChainId): number | undefined {
  const { namespace, reference } = parseChainId(chainId)
  const number = Number(reference)
  if (namespace !== 'eip155' || number >= evmFlag) return undefined
  return number === 1 ? etherCoinType : evmFlag + number
}

import { type ChainId, parseChainId } from '../caip/chainId.ts'

/** The coin type of Ethereum. Source: SLIP-44. */
export const etherCoinType = 60

/** Added to an EVM chain ID. Chain IDs from this value on have no coin type. Source: ENSIP-11. */
export const evmCoinTypeFlag = 0x80000000

/**
 * Returns the coin type of a network; undefined without one: in other families, or for a chain ID that is too large. Source: ENSIP-11.
 *
 * @example
 * toCoinType('eip155:10') // 2147483658
 * toCoinType('eip155:1') // 60
 */
export function toCoinType(chainId: ChainId): number | undefined {
  const { namespace, reference } = parseChainId(chainId)
  const number = Number(reference)
  if (namespace !== 'eip155' || number >= evmCoinTypeFlag) return undefined
  return number === 1 ? etherCoinType : evmCoinTypeFlag + number
}

/**
 * Returns the network of a coin type; undefined if it is not an EVM network. The long form of Ethereum (2147483649) is read as 60.
 *
 *
 * @example readCoinType(2147483649) // { coinType: 60, chainId: 'eip155:1' }
 */
export function readCoinType(coinType: number): { coinType: number; chainId: ChainId } | undefined {
  if (coinType === etherCoinType) return { coinType, chainId: 'eip155:1' }
  const number = coinType - evmCoinTypeFlag
  if (!Number.isInteger(number) || number < 1 || number >= evmCoinTypeFlag) return undefined
  return { coinType: number === 1 ? etherCoinType : coinType, chainId: `eip155:${number}` }
}

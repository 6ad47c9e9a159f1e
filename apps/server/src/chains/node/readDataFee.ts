import { decodeFunctionResult, encodeFunctionData, parseAbi } from 'viem/utils'
import type { ChainNode } from './createChainNode.ts'
import { type GasMarket, leastPrice } from './gasMarket.ts'

type Hex = `0x${string}`

/** Contract with the cost of data on Ethereum. Source: OP Stack specification, `GasPriceOracle`. */
const opStackOracle = '0x420000000000000000000000000000000000000F'
/** Source: Arbitrum Nitro, `NodeInterface`. It has no code, and only answers calls. */
const arbitrumNode = '0x00000000000000000000000000000000000000C8'

const abi = parseAbi([
  'function getL1Fee(bytes data) view returns (uint256)',
  'function gasEstimateL1Component(address to, bool contractCreation, bytes data) view returns (uint64 gasEstimateForL1, uint256 baseFee, uint256 l1BaseFeeEstimate)',
])

/** Networks of Arbitrum's node software. */
const arbitrumNetworks = new Set([42161, 42170, 421614])

/** Data about a network that may be a rollup. */
export type RollupScope = {
  node: ChainNode
  /** EIP-155 number. */
  number: number
  /** Whether the network has an oracle for the cost of data on Ethereum; undefined before the first read. */
  rollups: { hasOracle?: boolean | undefined }
}

/**
 * Returns the cost of a call's data on Ethereum in units of the rollup's gas, plus a fifth because it varies; 0 on other
 * networks.
 */
export async function readDataFee(
  { node, number, rollups }: RollupScope,
  { from, to, data, market }: { from: Hex; to: Hex; data: Hex; market: GasMarket },
): Promise<bigint> {
  if (arbitrumNetworks.has(number)) {
    const call = encodeFunctionData({ abi, functionName: 'gasEstimateL1Component', args: [to, false, data] })
    const outcome = await node.call({ from, to: arbitrumNode, data: call })
    if ('revert' in outcome) return 0n
    const [gas] = decodeFunctionResult({ abi, functionName: 'gasEstimateL1Component', data: outcome.data })
    return (gas * 12n) / 10n
  }
  rollups.hasOracle ??= (await node.code(opStackOracle)) !== '0x'
  if (!rollups.hasOracle) return 0n
  const call = encodeFunctionData({ abi, functionName: 'getL1Fee', args: [data] })
  const outcome = await node.call({ from, to: opStackOracle, data: call })
  if ('revert' in outcome) return 0n
  const fee = decodeFunctionResult({ abi, functionName: 'getL1Fee', data: outcome.data })
  const price = leastPrice(market)
  return price === 0n ? 0n : (fee * 12n) / 10n / price + 1n
}

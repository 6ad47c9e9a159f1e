import { decodeFunctionResult, encodeFunctionData, parseAbi } from 'viem/utils'
import type { ChainNode } from './createChainNode.ts'
import { type GasMarket, leastPrice } from './gasMarket.ts'

type Hex = `0x${string}`

/** Tells what data costs on its way to Ethereum. Source: OP Stack specification, `GasPriceOracle`. */
const opStackOracle = '0x420000000000000000000000000000000000000F'
/** Source: Arbitrum Nitro, `NodeInterface`; it has no code, and answers calls alone. */
const arbitrumNode = '0x00000000000000000000000000000000000000C8'

const abi = parseAbi([
  'function getL1Fee(bytes data) view returns (uint256)',
  'function gasEstimateL1Component(address to, bool contractCreation, bytes data) view returns (uint64 gasEstimateForL1, uint256 baseFee, uint256 l1BaseFeeEstimate)',
])

/** Networks whose blocks Arbitrum's node makes. */
const arbitrumNetworks = new Set([42161, 42170, 421614])

/** A network, as far as it may be a rollup. */
export type RollupScope = {
  node: ChainNode
  /** EIP-155 number. */
  number: number
  /** Whether the network tells what data costs on its way to Ethereum; undefined until somebody asked. */
  rollups: { hasOracle?: boolean | undefined }
}

/** What a call's data costs on its way to Ethereum, as units of the rollup's gas, with a fifth more because it changes; 0 elsewhere. */
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

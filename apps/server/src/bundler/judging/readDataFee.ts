import { entryPoint08, type UserOperation } from '@latchkey/smart-account'
import { decodeFunctionResult, encodeFunctionData, parseAbi } from 'viem/utils'
import type { UnmeasuredOperation } from '../Bundler.ts'
import type { ChainScope } from '../ChainScope.ts'
import { type GasMarket, leastPrice } from './fees.ts'
import { encodeAlone } from './preVerificationGas.ts'

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

/**
 * What an operation's data costs on its way to Ethereum, as units of the rollup's gas, with a fifth more because it changes; 0 elsewhere.
 */
export async function readDataFee(
  { node, number, rollups }: Pick<ChainScope, 'node' | 'number' | 'rollups'>,
  { operation, market }: { operation: UserOperation | UnmeasuredOperation; market: GasMarket },
): Promise<bigint> {
  const data = encodeAlone(operation)
  if (arbitrumNetworks.has(number)) {
    const args = [entryPoint08, false, data] as const
    const call = encodeFunctionData({ abi, functionName: 'gasEstimateL1Component', args })
    const outcome = await node.call({ from: entryPoint08, to: arbitrumNode, data: call })
    if ('revert' in outcome) return 0n
    const [gas] = decodeFunctionResult({ abi, functionName: 'gasEstimateL1Component', data: outcome.data })
    return (gas * 12n) / 10n
  }
  rollups.hasOracle ??= (await node.code(opStackOracle)) !== '0x'
  if (!rollups.hasOracle) return 0n
  const call = encodeFunctionData({ abi, functionName: 'getL1Fee', args: [data] })
  const outcome = await node.call({ from: entryPoint08, to: opStackOracle, data: call })
  if ('revert' in outcome) return 0n
  const fee = decodeFunctionResult({ abi, functionName: 'getL1Fee', data: outcome.data })
  const price = leastPrice(market)
  return price === 0n ? 0n : (fee * 12n) / 10n / price + 1n
}

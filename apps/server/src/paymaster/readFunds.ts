import { latchkeyPaymasterAbi } from '@latchkey/contracts'
import type { ChainId, EvmAddress } from '@latchkey/protocol'
import { entryPoint08 } from '@latchkey/smart-account'
import { decodeFunctionResult, encodeFunctionData, parseAbi } from 'viem'
import { createContractReader } from '../chains/createContractReader.ts'
import { findEvmChain } from '../platform/config/chainConfig.ts'
import type { Context } from '../platform/context.ts'
import type { RpcService } from '../rpc/RpcService.ts'

/** Source: ERC-4337, `balanceOf`. */
const entryPointAbi = parseAbi(['function balanceOf(address account) view returns (uint256)'])

/** Remaining funds of a paymaster in wei: its deposit, and a budget in the current period. */
export type Funds = { deposit: bigint; budget: bigint }

/**
 * Reads the remaining funds of a paymaster.
 *
 * @param options.budget 16 bytes: a project's ID
 * @param options.time Unix seconds; selects the period
 * @throws LatchkeyError `upstream_unavailable`; Error if there is no paymaster of ours
 */
export async function readFunds({
  rpc,
  config,
  chainId,
  paymaster,
  budget,
  time,
}: {
  rpc: RpcService
  config: Context['config']
  chainId: ChainId
  paymaster: EvmAddress
  budget: `0x${string}`
  time: number
}): Promise<Funds> {
  const chain = findEvmChain(config.chains, chainId)
  const multicall3 = (chain?.contracts.multicall3 ?? '').toLowerCase() as EvmAddress
  const reader = createContractReader({ rpc, chainId, multicall3 })
  const abi = latchkeyPaymasterAbi
  const [deposit, budgetOf, spentOf] = await reader.read({
    reads: [
      {
        target: entryPoint08 as EvmAddress,
        data: encodeFunctionData({ abi: entryPointAbi, functionName: 'balanceOf', args: [paymaster] }),
      },
      { target: paymaster, data: encodeFunctionData({ abi, functionName: 'budgetOf', args: [budget] }) },
      { target: paymaster, data: encodeFunctionData({ abi, functionName: 'spentOf', args: [budget, time] }) },
    ],
  })
  if (!deposit || !budgetOf || !spentOf) throw new Error(`The paymaster ${paymaster} does not answer on ${chainId}`)
  const [, limit] = decodeFunctionResult({ abi, functionName: 'budgetOf', data: budgetOf })
  const spent = BigInt(spentOf)
  return { deposit: BigInt(deposit), budget: limit > spent ? limit - spent : 0n }
}

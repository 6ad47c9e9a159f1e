import { latchkeyPaymasterAbi } from '@latchkey/contracts'
import type { ChainId, EvmAddress } from '@latchkey/protocol'
import { entryPoint08 } from '@latchkey/smart-account'
import { decodeFunctionResult, encodeFunctionData, formatEther, parseAbi } from 'viem'
import type { Hex } from '../chains/rpcTypes.ts'
import type { HealthCheck } from '../platform/health/HealthCheck.ts'
import type { RpcService } from '../rpc/RpcService.ts'
import type { Sponsorship } from './checkPolicy.ts'

const entryPointAbi = parseAbi(['function balanceOf(address account) view returns (uint256)'])

/** Reads a paymaster's deposit at the EntryPoint in wei. Source: ERC-4337, `balanceOf`. */
export async function readDeposit({
  rpc,
  chainId,
  paymaster,
}: {
  rpc: RpcService
  chainId: ChainId
  paymaster: EvmAddress
}): Promise<bigint> {
  const data = encodeFunctionData({ abi: entryPointAbi, functionName: 'balanceOf', args: [paymaster] })
  const call = { method: 'eth_call', params: [{ to: entryPoint08, data }, 'latest'] }
  const answer = await rpc.request<Hex>({ chainId, call })
  if (answer === '0x') throw new Error(`There is no EntryPoint v0.8 at ${entryPoint08} on ${chainId}`)
  return BigInt(answer)
}

/** Creates one check per network: the paymaster is our contract, has our signer, and has funds. */
export function createPaymasterChecks({
  rpc,
  served,
  signer,
}: {
  rpc: RpcService
  served: ReadonlyMap<ChainId, Sponsorship>
  /** Address of the key of `smartAccounts.paymaster`. */
  signer: EvmAddress
}): HealthCheck[] {
  return [...served].map(([chainId, { paymaster: configured, minimumDeposit }]) => ({
    name: `paymaster ${chainId}`,
    check: async () => {
      const paymaster = configured as EvmAddress
      const data = encodeFunctionData({ abi: latchkeyPaymasterAbi, functionName: 'signer' })
      const call = { method: 'eth_call', params: [{ to: paymaster, data }, 'latest'] }
      const answer = await rpc.request<Hex>({ chainId, call }).catch(() => '0x' as const)
      if (answer.length !== 66) {
        throw new Error(
          `There is no LatchkeyPaymaster at ${paymaster}: deploy it (docs/operations.md, "Smart accounts")`,
        )
      }
      const found = decodeFunctionResult({ abi: latchkeyPaymasterAbi, functionName: 'signer', data: answer })
      if (found.toLowerCase() !== signer.toLowerCase()) {
        throw new Error(
          `The paymaster ${paymaster} accepts signatures of ${found}, but the key of smartAccounts.paymaster is ${signer}: set the key, or call setSigner`,
        )
      }
      const deposit = await readDeposit({ rpc, chainId, paymaster })
      if (deposit < BigInt(minimumDeposit)) {
        throw new Error(
          `The paymaster ${paymaster} has ${formatEther(deposit)} of the network's coin at the EntryPoint; expected ${formatEther(BigInt(minimumDeposit))} or more. Send some with deposit()`,
        )
      }
    },
  }))
}

import type { ChainId, EvmAddress } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { encodeFunctionData, parseAbi } from 'viem/utils'
import { readWord } from '../../chains/planBalances.ts'
import type { Hex } from '../../chains/rpcTypes.ts'
import type { RpcService } from '../../rpc/RpcService.ts'
import type { SwapCall } from './encodeSwap.ts'
import { explainRefusal } from './explainRefusal.ts'
import { type Simulated, simulateCall } from './simulateCall.ts'

const abi = parseAbi([
  'function approve(address spender, uint256 amount)',
  'function allowance(address owner, address spender) view returns (uint256)',
])

/** An approval to send, with its amount in base units and its gas units. */
export type Approval = { call: SwapCall; gas: bigint; amount: bigint }

/**
 * Builds the approval of an amount.
 *
 * Some tokens refuse to change an allowance that is not zero, which a simulation at the head detects. They need a first
 * transaction that resets the allowance. The function then returns that one, with an `amount` of 0.
 *
 * @throws LatchkeyError `token_not_found`, `simulation_failed`, `upstream_unavailable`
 */
export async function buildApproval({
  rpc,
  chainId,
  token,
  account,
  spender,
  amount,
  signal,
}: {
  rpc: RpcService
  chainId: ChainId
  token: EvmAddress
  account: EvmAddress
  spender: EvmAddress
  amount: bigint
  signal?: AbortSignal | undefined
}): Promise<Approval> {
  const toCall = (allowed: bigint): SwapCall => {
    const data = encodeFunctionData({ abi, functionName: 'approve', args: [spender, allowed] })
    return { to: token, data, value: 0n }
  }
  const run = (call: SwapCall) => simulateCall({ rpc, chainId, from: account, call, signal })
  const call = toCall(amount)
  // The allowance is read, too: a contract without `allowance` is no token, but may accept any call without an error.
  const [wanted, allowed] = await Promise.all([
    run(call),
    readAllowance({ rpc, chainId, token, account, spender, signal }),
  ])
  if (isAccepted(wanted)) return { call, gas: wanted.gas, amount }
  if (amount !== 0n && allowed !== 0n) {
    const reset = toCall(0n)
    const taken = await run(reset)
    if (isAccepted(taken)) return { call: reset, gas: taken.gas, amount: 0n }
  }
  throw explainRefusal('refusal' in wanted ? wanted.refusal : { code: 3, message: 'execution reverted' })
}

/**
 * Returns the allowance of a spender for a token of an account, at the head.
 *
 * @throws LatchkeyError `token_not_found` if the contract has no allowances, `upstream_unavailable`
 */
export async function readAllowance({
  rpc,
  chainId,
  token,
  account,
  spender,
  signal,
}: {
  rpc: RpcService
  chainId: ChainId
  token: EvmAddress
  account: EvmAddress
  spender: EvmAddress
  signal?: AbortSignal | undefined
}): Promise<bigint> {
  const data = encodeFunctionData({ abi, functionName: 'allowance', args: [account, spender] })
  const call = { method: 'eth_call', params: [{ to: token, data }, 'latest'] }
  const outcome = await rpc.call(signal ? { chainId, call, signal } : { chainId, call })
  const allowance =
    'result' in outcome && typeof outcome.result === 'string' ? readWord(outcome.result as Hex) : undefined
  if (allowance === undefined) throw new ServiceError('token_not_found', { field: 'tokenAddress' })
  return allowance
}

/** An empty result is accepted, `false` is not. */
function isAccepted(simulated: Simulated): simulated is Exclude<Simulated, { refusal: unknown }> {
  return 'gas' in simulated && readWord(simulated.returned) !== 0n
}

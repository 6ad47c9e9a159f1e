import type { ChainId, EvmAddress } from '@latchkey/protocol'
import type { Hex } from '../../chains/rpcTypes.ts'
import type { RpcService } from '../../rpc/RpcService.ts'
import type { SwapCall } from './encodeSwap.ts'
import type { Refusal } from './explainRefusal.ts'

/** Result of a call at the head: its gas units and returned bytes, or the refusal. */
export type Simulated = { gas: bigint; returned: Hex } | { refusal: Refusal }

/** Percent added to the simulated gas, because the state in the block may differ. */
const margin = 20n

/** Returns the gas limit for a simulated gas use. */
export function withMargin(gas: bigint): bigint {
  return (gas * (100n + margin) + 99n) / 100n
}

/**
 * Runs a call at the head without sending it.
 *
 * @returns the gas units without a margin and the returned bytes, or the reason of the failure
 * @throws LatchkeyError `upstream_unavailable`
 */
export async function simulateCall({
  rpc,
  chainId,
  from,
  call: { to, data, value },
  signal,
}: {
  rpc: RpcService
  chainId: ChainId
  from: EvmAddress
  call: SwapCall
  signal?: AbortSignal | undefined
}): Promise<Simulated> {
  const transaction = { from, to, data, value: `0x${value.toString(16)}` }
  const calls = [
    { method: 'eth_estimateGas', params: [transaction] },
    { method: 'eth_call', params: [transaction, 'latest'] },
  ]
  const [estimated, called] = await rpc.batch(signal ? { chainId, calls, signal } : { chainId, calls })
  for (const outcome of [called, estimated]) if (outcome && 'error' in outcome) return { refusal: outcome.error }
  const gas = estimated && 'result' in estimated ? estimated.result : undefined
  const returned = called && 'result' in called ? called.result : undefined
  if (typeof gas !== 'string' || !/^0x[0-9a-f]{1,16}$/i.test(gas) || typeof returned !== 'string') {
    return { refusal: { code: -32603, message: 'The node gave no figures' } }
  }
  return { gas: BigInt(gas), returned: returned as Hex }
}

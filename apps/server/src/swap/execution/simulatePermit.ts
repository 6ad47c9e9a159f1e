import type { ChainId, EvmAddress } from '@latchkey/protocol'
import { encodeFunctionData, parseAbi } from 'viem/utils'
import type { RpcService } from '../../rpc/RpcService.ts'
import type { SignedPermit } from './encodeSwap.ts'
import { type Simulated, simulateCall } from './simulateCall.ts'
import { splitSignature } from './splitSignature.ts'

const abi = parseAbi([
  'function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
])

/**
 * Simulates the permit directly at its token. The router ignores a failed permit, so its own simulation does not show the
 * cause.
 *
 * @throws LatchkeyError `upstream_unavailable`
 */
export function simulatePermit({
  rpc,
  chainId,
  token,
  owner,
  spender,
  permit: { value, deadline, signature },
  signal,
}: {
  rpc: RpcService
  chainId: ChainId
  token: EvmAddress
  owner: EvmAddress
  spender: EvmAddress
  permit: SignedPermit
  signal?: AbortSignal | undefined
}): Promise<Simulated> {
  const { v, r, s } = splitSignature(signature)
  const data = encodeFunctionData({ abi, functionName: 'permit', args: [owner, spender, value, deadline, v, r, s] })
  return simulateCall({ rpc, chainId, from: spender, call: { to: token, data, value: 0n }, signal })
}

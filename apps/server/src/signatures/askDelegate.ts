import { ServiceError } from '@latchkey/protocol/errors'
import type { Hex } from 'viem'
import { verifyHash } from 'viem/actions'
import { createChainClient } from '../rpc/createChainClient.ts'
import type { RpcService } from '../rpc/RpcService.ts'
import { maxGas, type SignedHash } from './askContract.ts'

/** End of a signature that contains a delegation. Source: ERC-8010. */
const ending = '8010'.repeat(16)

/** Returns whether a signature contains the delegation (EIP-7702) of an account whose code must be called. */
export function bringsDelegation(signature: Hex): boolean {
  return signature.toLowerCase().endsWith(ending)
}

/**
 * Asks the code of an EOA's signed delegation (ERC-8010) whether the account signed a hash, as if the delegation were on the chain now.
 *
 * @throws ServiceError `upstream_unavailable`, `unsupported_chain`
 */
export async function askDelegate({ rpc, chainId, account, hash, signature }: SignedHash): Promise<boolean> {
  let trouble: ServiceError | undefined
  const request: RpcService['request'] = ({ call, ...options }) =>
    rpc.request<never>({ ...options, call: limitGas(call) }).catch((error: unknown) => {
      // The verification below would treat an unreachable chain as a contract's rejection.
      if (error instanceof ServiceError) trouble = error
      throw error
    })
  const client = createChainClient({ rpc: { request }, chainId })
  // An unreadable signature is invalid.
  const isSigned = await verifyHash(client, { address: account, hash, signature }).catch(() => false)
  if (!isSigned && trouble) throw trouble
  return isSigned
}

function limitGas(call: Parameters<RpcService['request']>[0]['call']): typeof call {
  const [request, ...more] = call.params ?? []
  if (call.method !== 'eth_call' || typeof request !== 'object') return call
  return { ...call, params: [{ ...request, gas: maxGas }, ...more] }
}

import { ServiceError } from '@latchkey/protocol/errors'
import type { Hex } from 'viem'
import { verifyHash } from 'viem/actions'
import { createChainClient } from '../rpc/createChainClient.ts'
import type { RpcService } from '../rpc/RpcService.ts'
import { maxGas, type SignedHash } from './askContract.ts'

/** How a signature ends that brings a delegation with it. Source: ERC-8010. */
const ending = '8010'.repeat(16)

/** Whether a signature brings the delegation (EIP-7702) of an account whose code is to be asked. */
export function bringsDelegation(signature: Hex): boolean {
  return signature.toLowerCase().endsWith(ending)
}

/**
 * Asks the code that an ordinary account signed that it wants to have (ERC-8010) for its word about a hash, as it would be on the chain now.
 *
 * @throws ServiceError `upstream_unavailable`, `unsupported_chain`
 */
export async function askDelegate({ rpc, chainId, account, hash, signature }: SignedHash): Promise<boolean> {
  let trouble: ServiceError | undefined
  const request: RpcService['request'] = ({ call, ...options }) =>
    rpc.request<never>({ ...options, call: limitGas(call) }).catch((error: unknown) => {
      // The reader below takes a chain that does not answer for a contract that refuses.
      if (error instanceof ServiceError) trouble = error
      throw error
    })
  const client = createChainClient({ rpc: { request }, chainId })
  // What cannot be read is no signature.
  const isSigned = await verifyHash(client, { address: account, hash, signature }).catch(() => false)
  if (!isSigned && trouble) throw trouble
  return isSigned
}

function limitGas(call: Parameters<RpcService['request']>[0]['call']): typeof call {
  const [request, ...more] = call.params ?? []
  if (call.method !== 'eth_call' || typeof request !== 'object') return call
  return { ...call, params: [{ ...request, gas: maxGas }, ...more] }
}

import type { ChainId, EvmAddress } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { hashMessage } from 'viem'
import { verifyHash } from 'viem/actions'
import { createChainClient } from '../rpc/createChainClient.ts'
import type { RpcService } from '../rpc/RpcService.ts'
import { mayHaveSigned } from './mayHaveSigned.ts'

/**
 * Checks on a chain that an account which is a contract (ERC-1271), or is not deployed yet (ERC-6492), signed a text (EIP-191).
 *
 * @throws ServiceError `signature_invalid`; `upstream_unavailable` when the chain cannot be asked; `unsupported_chain`
 */
export async function verifyByContract({
  rpc,
  chainId,
  account,
  message,
  signature,
}: {
  rpc: RpcService
  chainId: ChainId
  account: EvmAddress
  message: string
  signature: `0x${string}`
}): Promise<void> {
  const refusal = new ServiceError('signature_invalid', { field: 'signature' })
  if (!mayHaveSigned({ account, signature })) throw refusal
  let trouble: ServiceError | undefined
  const request: RpcService['request'] = (options) =>
    rpc.request<never>(options).catch((error: unknown) => {
      // A chain that does not answer says nothing about the signature. The reader below takes that for a contract that refuses.
      if (error instanceof ServiceError) trouble = error
      throw error
    })
  const client = createChainClient({ rpc: { ...rpc, request }, chainId })
  const isSigned = await verifyHash(client, { address: account, hash: hashMessage(message), signature }).catch(
    // Everything else is a signature that cannot be read.
    () => false,
  )
  if (!isSigned) throw trouble ?? refusal
}

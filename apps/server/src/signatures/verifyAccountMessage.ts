import type { ChainId, EvmAddress } from '@latchkey/protocol'
import type { RpcService } from '../rpc/RpcService.ts'
import { isSignedByKey } from './isSignedByKey.ts'
import type { SignatureProof } from './SignatureProof.ts'
import { verifyByContract } from './verifyByContract.ts'

/**
 * Checks that an account signed a text (EIP-191). An EOA's signature is checked locally, even if its address has code (EIP-7702). For a
 * contract account (ERC-1271), or one that is not deployed yet (ERC-6492), the chain decides.
 *
 * @throws ServiceError `signature_invalid`; `upstream_unavailable` if the chain is unreachable; `unsupported_chain`
 */
export async function verifyAccountMessage({
  rpc,
  chainId,
  ...signed
}: {
  rpc: RpcService
  chainId: ChainId
  account: EvmAddress
  message: string
  signature: `0x${string}`
}): Promise<{ proof: SignatureProof }> {
  if (isSignedByKey(signed)) return { proof: 'key' }
  await verifyByContract({ rpc, chainId, ...signed })
  return { proof: 'contract' }
}

import type { ChainId, EvmAddress } from '@latchkey/protocol'
import type { RpcService } from '../rpc/RpcService.ts'
import { isSignedByKey } from './isSignedByKey.ts'
import type { SignatureProof } from './SignatureProof.ts'
import { verifyByContract } from './verifyByContract.ts'

/**
 * Checks that an account signed a text (EIP-191). An ordinary account's signature is checked here, also where its address has code
 * (EIP-7702); for one that is a contract (ERC-1271), or is not deployed yet (ERC-6492), the chain decides.
 *
 * @throws ServiceError `signature_invalid`; `upstream_unavailable` when the chain cannot be asked; `unsupported_chain`
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

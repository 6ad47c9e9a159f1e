import { type AccountId, type EvmAddress, parseAccountId, parseChainId } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { RpcService } from '../rpc/RpcService.ts'
import type { SignatureProof } from './SignatureProof.ts'
import { verifyAccountMessage } from './verifyAccountMessage.ts'

/**
 * Checks that an account of any family signed a text.
 *
 * @param options.signature `0x…` for `eip155`; base58 for `solana`; base64 for `bip122`
 * @throws ServiceError `signature_invalid`; `upstream_unavailable` when a chain has to be asked and cannot be; `unsupported_chain`
 */
export async function verifySignature({
  rpc,
  account,
  message,
  signature,
}: {
  rpc: RpcService
  account: AccountId
  message: string
  signature: string
}): Promise<{ proof: SignatureProof }> {
  const { chainId, address } = parseAccountId(account)
  const { namespace } = parseChainId(chainId)
  if (namespace !== 'eip155' || !/^0x[0-9a-fA-F]+$/.test(signature)) {
    throw new ServiceError('signature_invalid', { field: 'signature' })
  }
  return verifyAccountMessage({
    ...{ rpc, chainId, message },
    account: address as EvmAddress,
    signature: signature as `0x${string}`,
  })
}

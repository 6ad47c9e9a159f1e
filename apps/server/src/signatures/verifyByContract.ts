import type { ChainId, EvmAddress } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { isWrapped, unwrapUndeployed } from '@latchkey/smart-account'
import { hashMessage } from 'viem'
import type { RpcService } from '../rpc/RpcService.ts'
import { askContract } from './askContract.ts'
import { askDelegate, bringsDelegation } from './askDelegate.ts'
import { mayHaveSigned } from './mayHaveSigned.ts'

/**
 * Checks on a chain that a contract account (ERC-1271), or one that is not deployed yet (ERC-6492), signed a text (EIP-191). Rejects
 * signatures that are wrapped twice (ERC-6492).
 *
 * @throws ServiceError `signature_invalid`; `upstream_unavailable` if the chain is unreachable; `unsupported_chain`
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
  const refuse = () => new ServiceError('signature_invalid', { field: 'signature' })
  if (!mayHaveSigned({ account, signature })) throw refuse()
  if (isWrapped(signature) && !unwrapUndeployed(signature)) throw refuse()
  const ask = bringsDelegation(signature) ? askDelegate : askContract
  if (!(await ask({ rpc, chainId, account, hash: hashMessage(message), signature }))) throw refuse()
}

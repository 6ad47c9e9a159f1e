import { type ChainId, type EvmAddress, isEvmAddress } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { hashMessage } from 'viem'
import { verifyHash } from 'viem/actions'
import { createChainClient } from '../rpc/createChainClient.ts'
import type { RpcService } from '../rpc/RpcService.ts'

/** Bytes of a signature at most: a passkey's, nested, of an account that is not deployed, has some 1,500. */
const maxBytes = 8_192

/**
 * Checks that an account signed a text (EIP-191): an ordinary one, one that is a contract (ERC-1271), one that is not deployed yet
 * (ERC-6492). The chain decides.
 *
 * @throws ServiceError `signature_invalid`; `upstream_unavailable` when the chain cannot be asked
 */
export async function verifyAccountMessage({
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
  if (!isEvmAddress(account) || signature.length < 132 || signature.length > 2 + 2 * maxBytes) throw refusal
  const client = createChainClient({ rpc, chainId })
  let trouble: ServiceError | undefined
  const isSigned = await verifyHash(client, { address: account, hash: hashMessage(message), signature }).catch(
    (error: unknown) => {
      // A chain that does not answer says nothing about the signature; everything else is a signature that cannot be read.
      trouble = findOutage(error)
      return false
    },
  )
  if (trouble) throw trouble
  if (!isSigned) throw refusal
}

function findOutage(error: unknown): ServiceError | undefined {
  for (let one: unknown = error; one instanceof Error; one = one.cause) {
    if (one instanceof ServiceError) return one
  }
  return undefined
}

import { type ChainId, type EvmAddress, isEvmAddress } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { hashMessage } from 'viem'
import { verifyHash } from 'viem/actions'
import { createChainClient } from '../rpc/createChainClient.ts'
import type { RpcService } from '../rpc/RpcService.ts'
import { isSignedByKey } from './isSignedByKey.ts'

/**
 * What showed that an account signed: the key that its address is made of, which is the same account on every chain of Ethereum's family;
 * or a contract's word, which holds on the chain that was asked alone.
 */
export type SignatureProof = 'key' | 'contract'

/** Bytes of a signature at most: a passkey's, nested, of an account that is not deployed, has some 1,500. */
const maxBytes = 8_192
/** Nobody signs as zero, which is what reading a bad signature gives, or as a contract that is part of the chain. */
const lastPrecompile = 0xffffn
/** Bytes of the shortest signature (ERC-2098). */
const minBytes = 64

/**
 * Checks that an account signed a text (EIP-191). An ordinary account's signature is checked here, also where its address has code
 * (EIP-7702); for one that is a contract (ERC-1271), or is not deployed yet (ERC-6492), the chain decides.
 *
 * @throws ServiceError `signature_invalid`; `upstream_unavailable` when the chain cannot be asked; `unsupported_chain`
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
}): Promise<{ proof: SignatureProof }> {
  const refusal = new ServiceError('signature_invalid', { field: 'signature' })
  if (!isEvmAddress(account) || BigInt(account) <= lastPrecompile) throw refusal
  if (signature.length < 2 + 2 * minBytes || signature.length > 2 + 2 * maxBytes) throw refusal
  if (await isSignedByKey({ account, message, signature })) return { proof: 'key' }
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
  if (isSigned) return { proof: 'contract' }
  throw trouble ?? refusal
}

import type { ChainId, EvmAddress } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { isWrapped, unwrapUndeployed } from '@latchkey/smart-account'
import {
  encodeDeployData,
  erc6492SignatureValidatorAbi,
  erc6492SignatureValidatorByteCode,
  type Hex,
  hashMessage,
  numberToHex,
  type PublicClient,
} from 'viem'
import { verifyHash } from 'viem/actions'
import { createChainClient } from '../rpc/createChainClient.ts'
import type { RpcService } from '../rpc/RpcService.ts'
import { mayHaveSigned } from './mayHaveSigned.ts'

/**
 * Gas that a question may use: as much as a transaction (EIP-7825), so that an account that needs more could do nothing at all. It also
 * bounds what is sent back: memory costs gas by the square.
 */
const maxGas = 2n ** 24n
/** How a signature ends that brings a delegation with it. Source: ERC-8010. */
const delegationEnd = '8010'.repeat(16)

/**
 * Checks on a chain that an account which is a contract (ERC-1271), or is not deployed yet (ERC-6492), signed a text (EIP-191). It is one
 * call, of which nothing stays. Signatures that are wrapped twice (ERC-6492) are not of anybody.
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
  if (isWrapped(signature) && !unwrapUndeployed(signature)) throw refusal
  let trouble: ServiceError | undefined
  const request: RpcService['request'] = ({ call, ...options }) =>
    rpc.request<never>({ ...options, call: limitGas(call) }).catch((error: unknown) => {
      // A chain that does not answer says nothing about the signature. The reader below takes that for a contract that refuses.
      if (error instanceof ServiceError) trouble = error
      throw error
    })
  const client = createChainClient({ rpc: { request }, chainId })
  const hash = hashMessage(message)
  const isSigned = await (signature.toLowerCase().endsWith(delegationEnd)
    ? verifyHash(client, { address: account, hash, signature })
    : ask(client, { account, hash, signature })
  ).catch(
    // Everything else is a signature that cannot be read, and a contract that does not answer.
    () => false,
  )
  if (!isSigned) throw trouble ?? refusal
}

/**
 * Has code that is never deployed make the account, where it is not there and the signature brings what makes it, and ask it for its word.
 * What the account says beyond that word is not passed on.
 */
async function ask(
  client: PublicClient,
  { account, hash, signature }: { account: EvmAddress; hash: Hex; signature: Hex },
): Promise<boolean> {
  const { data } = await client.call({
    data: encodeDeployData({
      abi: erc6492SignatureValidatorAbi,
      args: [account, hash, signature],
      bytecode: erc6492SignatureValidatorByteCode,
    }),
  })
  return data === '0x01'
}

function limitGas(call: Parameters<RpcService['request']>[0]['call']): typeof call {
  const [request, ...more] = call.params ?? []
  if (call.method !== 'eth_call' || typeof request !== 'object') return call
  return { ...call, params: [{ ...request, gas: numberToHex(maxGas) }, ...more] }
}

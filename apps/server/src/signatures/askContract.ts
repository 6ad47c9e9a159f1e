import type { ChainId, EvmAddress } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import {
  encodeDeployData,
  erc6492SignatureValidatorAbi,
  erc6492SignatureValidatorByteCode,
  type Hex,
  numberToHex,
} from 'viem'
import type { RpcService } from '../rpc/RpcService.ts'

/**
 * Gas limit of a call: that of a transaction (EIP-7825), so an account that needs more could do nothing at all. It also limits the size of
 * the answer, because the cost of memory grows quadratically.
 */
export const maxGas: Hex = numberToHex(2n ** 24n)

/** A signature of an account, to be checked on a chain. */
export type SignedHash = {
  rpc: Pick<RpcService, 'request'>
  chainId: ChainId
  account: EvmAddress
  hash: Hex
  signature: Hex
}

/**
 * Asks a contract account on its chain whether it signed a hash. Undeployed code makes the call. If the account is not deployed, and the
 * signature contains its deployment (ERC-6492), the code simulates that first. Only the contract's yes or no is returned. Nothing is stored
 * on the chain.
 *
 * @returns false as well if the account or its deployment fails
 * @throws ServiceError `upstream_unavailable`, `unsupported_chain`
 */
export async function askContract({ rpc, chainId, account, hash, signature }: SignedHash): Promise<boolean> {
  const data = encodeDeployData({
    abi: erc6492SignatureValidatorAbi,
    args: [account, hash, signature],
    bytecode: erc6492SignatureValidatorByteCode,
  })
  try {
    const call = { method: 'eth_call', params: [{ data, gas: maxGas }, 'latest'] }
    return (await rpc.request<unknown>({ chainId, call })) === '0x01'
  } catch (error) {
    // An unreachable chain leaves the signature undecided. A chain that answers with an error means no.
    if (error instanceof ServiceError) throw error
    return false
  }
}

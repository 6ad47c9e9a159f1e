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
 * Gas that a question may use: as much as a transaction (EIP-7825), so that an account that needs more could do nothing at all. It also
 * bounds what is sent back: memory costs gas by the square.
 */
export const maxGas: Hex = numberToHex(2n ** 24n)

/** What a chain is asked: whether an account signed a hash. */
export type SignedHash = {
  rpc: Pick<RpcService, 'request'>
  chainId: ChainId
  account: EvmAddress
  hash: Hex
  signature: Hex
}

/**
 * Asks an account that is a contract for its word about a hash. Code that is never deployed does it: where the account is not there and the
 * signature brings what makes it (ERC-6492), it has it made; what the account says beyond its word is not passed on. Nothing of it stays.
 *
 * @returns false also where the account, or what makes it, fails
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
    // A chain that does not answer says nothing about the signature; one that answers with an error says no.
    if (error instanceof ServiceError) throw error
    return false
  }
}

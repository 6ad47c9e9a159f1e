import { type AccountId, type EvmAddress, isAccountId, parseAccountId, parseChainId } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { RpcService } from '../rpc/RpcService.ts'
import { isSignedOnBitcoin } from './isSignedOnBitcoin.ts'
import { isSignedOnSolana } from './isSignedOnSolana.ts'
import type { SignatureProof } from './SignatureProof.ts'
import { verifyAccountMessage } from './verifyAccountMessage.ts'

/** Characters of a text at most, before any work: a sign-in message has some 500, and none more than this. */
const maxMessage = 10_000
/** Half of a character that takes two (UTF-16). Every such half is signed as the same bytes, so that texts that differ would be one. */
const halfCharacter = /\p{Cs}/u

/**
 * Checks that an account of any family signed a text.
 *
 * @param options.signature `0x…` for `eip155`; base58 for `solana`; base64 for `bip122`
 * @throws ServiceError `signature_invalid`; `upstream_unavailable` when a chain has to be asked and cannot be; `unsupported_chain`
 * @example
 * const { proof } = await verifySignature({ rpc, account: 'eip155:1:0xAb…', message, signature }) // 'key'
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
  const refuse = () => new ServiceError('signature_invalid', { field: 'signature' })
  if (message.length > maxMessage || halfCharacter.test(message) || !isAccountId(account)) throw refuse()
  const { chainId, address } = parseAccountId(account)
  const { namespace } = parseChainId(chainId)
  if (namespace === 'eip155') {
    return verifyAccountMessage({
      ...{ rpc, chainId, message },
      account: address as EvmAddress,
      signature: signature as `0x${string}`,
    })
  }
  const isSigned =
    namespace === 'solana'
      ? isSignedOnSolana({ address, message, signature })
      : isSignedOnBitcoin({ chainId, address, message, signature })
  if (!isSigned) throw refuse()
  return { proof: 'key' }
}

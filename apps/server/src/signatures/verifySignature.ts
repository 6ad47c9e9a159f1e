import { type AccountId, type EvmAddress, isAccountId, parseAccountId, parseChainId } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { RpcService } from '../rpc/RpcService.ts'
import { isSignedOnBitcoin } from './isSignedOnBitcoin.ts'
import { isSignedOnSolana } from './isSignedOnSolana.ts'
import type { SignatureProof } from './SignatureProof.ts'
import { verifyAccountMessage } from './verifyAccountMessage.ts'

/** Maximum of characters, checked before any work. A sign-in message has about 500. */
const maxMessage = 10_000
/** An unpaired surrogate (UTF-16). All of them are signed as the same bytes, so different texts would have one signature. */
const halfCharacter = /\p{Cs}/u

/**
 * Checks that an account of any family signed a text.
 *
 * @param options.signature `0x…` for `eip155`; base58 for `solana`; base64 for `bip122`
 * @throws ServiceError `signature_invalid`; `upstream_unavailable` if a required chain is unreachable; `unsupported_chain`
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

import { type ChainId, type EvmAddress, etherCoinType, readCoinType } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { isEvmChain } from '../../platform/config/chainConfig.ts'
import type { Context } from '../../platform/context.ts'
import type { RpcService } from '../../rpc/RpcService.ts'
import { isSignedByKey } from '../../signatures/isSignedByKey.ts'
import type { SignatureProof } from '../../signatures/SignatureProof.ts'
import { verifyByContract } from '../../signatures/verifyByContract.ts'
import type { NameLimits } from './createNameLimits.ts'

/** A text with the address of its alleged signer. */
export type SignedText = {
  address: EvmAddress
  message: string
  signature: `0x${string}`
  /** Selects the chain to call if the address is a contract. */
  coinType: number
  ip: string
  /** Accepts only the address's own key, without a call to a chain. */
  keyOnly?: boolean
}

/**
 * Returns how an account signed a text.
 *
 * @throws ServiceError `signature_invalid`, `unsupported_chain`, `rate_limited`, `upstream_unavailable`
 */
export type SignerCheck = (text: SignedText) => Promise<SignatureProof>

/**
 * Creates the check. It tries the address's own key first, which needs no chain. Then it calls the chain of the coin type, if this server
 * has it.
 */
export function createSignerCheck({
  context: { config },
  rpc,
  limits,
}: {
  context: Pick<Context, 'config'>
  rpc: RpcService
  limits: NameLimits
}): SignerCheck {
  const served = new Set<ChainId>(config.chains.filter(isEvmChain).map(({ chainId }) => chainId))
  return async ({ address: account, message, signature, coinType, ip, keyOnly = false }) => {
    if (isSignedByKey({ account, message, signature })) return 'key'
    if (keyOnly) throw new ServiceError('signature_invalid', { field: 'signature' })
    const chainId = readCoinType(coinType)?.chainId
    if (chainId === undefined || !served.has(chainId)) {
      const message = `The signature is not of the address’s own key, and a smart account on ${chainId} cannot be asked here`
      // Clients that do not think of a chain send Ether’s coin type.
      if (coinType === etherCoinType) throw new ServiceError('signature_invalid', { field: 'signature', message })
      throw new ServiceError('unsupported_chain', { field: 'coin_type', message })
    }
    await limits.consume('check', ip)
    await verifyByContract({ rpc, chainId, account, message, signature })
    return 'contract'
  }
}

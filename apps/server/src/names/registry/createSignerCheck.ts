import { type ChainId, type EvmAddress, etherCoinType, readCoinType } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { isEvmChain } from '../../platform/config/chainConfig.ts'
import type { Context } from '../../platform/context.ts'
import type { RpcService } from '../../rpc/RpcService.ts'
import { isSignedByKey } from '../../signatures/isSignedByKey.ts'
import type { SignatureProof } from '../../signatures/SignatureProof.ts'
import { verifyByContract } from '../../signatures/verifyByContract.ts'
import type { NameLimits } from './createNameLimits.ts'

/** Who is said to have signed what. */
export type SignedText = {
  address: EvmAddress
  message: string
  signature: `0x${string}`
  /** Names the chain that is asked where the address is a contract. */
  coinType: number
  ip: string
  /** The address's own key alone counts; no chain is asked. */
  keyOnly?: boolean
}

/**
 * Finds out how an account signed a text.
 *
 * @throws ServiceError `signature_invalid`, `unsupported_chain`, `rate_limited`, `upstream_unavailable`
 */
export type SignerCheck = (text: SignedText) => Promise<SignatureProof>

/** Creates the check: an address's own key first, which needs no chain; then the chain that the coin type names, if it is one of this server's. */
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
      // Ether’s own coin type is what every client says that thinks of no chain at all.
      if (coinType === etherCoinType) throw new ServiceError('signature_invalid', { field: 'signature', message })
      throw new ServiceError('unsupported_chain', { field: 'coin_type', message })
    }
    await limits.consume('check', ip)
    await verifyByContract({ rpc, chainId, account, message, signature })
    return 'contract'
  }
}

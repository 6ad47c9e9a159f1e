import { type ChainId, isBitcoinAddress, isEvmAddress, isSolanaAddress } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { ServerConfig } from '../platform/config/ServerConfig.ts'
import { unsupportedChain } from '../platform/http/unsupportedChain.ts'
import type { AccountSource } from './AccountSource.ts'

/** Whom a request about an account asks: the index of Ethereum's family, or the sources of another one. */
export type Asked = { family: 'eip155' } | { family: 'other'; sources: readonly AccountSource[] }

/**
 * Finds who answers for an address: the network that is named, or without one all networks of the family that the address is of. One that
 * is of a family without a network here is answered by nobody, and holds nothing.
 *
 * @throws LatchkeyError `unsupported_chain`; `malformed_address` where the address is none of the network that is named, or of any network
 * of its family here
 */
export function findSources({
  config: { chains },
  sources,
  address,
  chainId,
}: {
  config: Pick<ServerConfig, 'chains'>
  sources: readonly AccountSource[]
  address: string
  chainId: ChainId | undefined
}): Asked {
  if (chainId !== undefined) requireServed({ chains }, chainId)
  if (chainId === undefined ? isEvmAddress(address) : chainId.startsWith('eip155:')) {
    if (isEvmAddress(address)) return { family: 'eip155' }
    throw new ServiceError('malformed_address', { field: 'address', message: 'The address is not one of this network' })
  }
  const family = sources.filter((source) =>
    chainId === undefined ? isOf(source, address) : source.chainId === chainId,
  )
  const own = family.filter((source) => source.isAddress(address))
  if (own.length === 0 && family.length > 0) {
    throw new ServiceError('malformed_address', {
      field: 'address',
      message:
        chainId === undefined
          ? 'The address is none of a network that this server serves: it may be mistyped'
          : 'The address is not one of this network',
    })
  }
  return { family: 'other', sources: own }
}

/** @throws LatchkeyError `unsupported_chain` */
export function requireServed({ chains }: Pick<ServerConfig, 'chains'>, chainId: ChainId): void {
  if (chains.some((chain) => chain.chainId === chainId)) return
  throw unsupportedChain({ chainId })
}

/** By shape alone; old Bitcoin addresses have the shape of short Solana ones, and are told apart by their check. */
function isOf({ chainId }: AccountSource, address: string): boolean {
  return chainId.startsWith('solana:') ? isSolanaAddress(address) : isBitcoinAddress(address)
}

import { type ChainId, isBitcoinAddress, isEvmAddress, isSolanaAddress } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { ServerConfig } from '../platform/config/ServerConfig.ts'
import { unsupportedChain } from '../platform/http/unsupportedChain.ts'
import type { AccountSource } from './AccountSource.ts'

/** Data source of a request about an account: the index of EVM networks, or the sources of another family. */
export type Asked = { family: 'eip155' } | { family: 'other'; sources: readonly AccountSource[] }

/**
 * Finds the sources of an address: the named network, or all networks of the address's family. An address of a family without
 * a network on this server has no sources and no balances.
 *
 * @throws LatchkeyError `unsupported_chain`; `malformed_address` if the address does not belong to the named network, or to
 *   any network of its family
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
    throw new ServiceError('malformed_address', {
      field: 'address',
      message: 'The address does not belong to this network',
    })
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
          ? 'The address belongs to no network of this server. Check it for typing mistakes'
          : 'The address does not belong to this network',
    })
  }
  return { family: 'other', sources: own }
}

/** @throws LatchkeyError `unsupported_chain` */
export function requireServed({ chains }: Pick<ServerConfig, 'chains'>, chainId: ChainId): void {
  if (chains.some((chain) => chain.chainId === chainId)) return
  throw unsupportedChain({ chainId })
}

/** Checks only the format. Old Bitcoin addresses look like short Solana ones; their checksum distinguishes them. */
function isOf({ chainId }: AccountSource, address: string): boolean {
  return chainId.startsWith('solana:') ? isSolanaAddress(address) : isBitcoinAddress(address)
}

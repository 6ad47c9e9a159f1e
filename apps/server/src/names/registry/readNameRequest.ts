import { type EvmAddress, evmCoinTypeFlag, isEvmAddress, readCoinType } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { getAddress } from 'viem'
import type { NameRequest } from './NameRegistry.ts'

/**
 * Reads the alleged signer, and the coin type of their address. Accepts only checksum addresses (EIP-55).
 *
 * @throws ServiceError `malformed_address`, `coin_type_invalid`, `invalid_chain_id`
 */
export function readNameRequest({ address, coin_type }: Pick<NameRequest, 'address' | 'coin_type'>): {
  address: EvmAddress
  coinType: number
} {
  return { address: readAddress(address), coinType: readEvmCoinType(coin_type) }
}

/** @throws ServiceError `coin_type_invalid`, `invalid_chain_id` */
export function readEvmCoinType(number: number): number {
  // The number leaves no room for the chain's number next to the flag.
  if (number >= 2 * evmCoinTypeFlag) throw new ServiceError('invalid_chain_id', { field: 'coin_type' })
  const found = readCoinType(number)
  if (!found) throw new ServiceError('coin_type_invalid', { field: 'coin_type' })
  return found.coinType
}

function readAddress(text: string): EvmAddress {
  if (isEvmAddress(text) && getAddress(text) === text) return text
  throw new ServiceError('malformed_address', {
    field: 'address',
    ...(isEvmAddress(text) ? { message: 'The letters of the address are not as its check sum has them (EIP-55)' } : {}),
  })
}

import { getAddress } from 'viem/utils'

/**
 * Writes an EVM address with its EIP-55 checksum. A chunk of its own: hashing is not part of what a button loads.
 *
 * @example checksumAddress('0xd8da6bf26964af9d7eed9e03e53415d37aa96045') // '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
 */
export function checksumAddress(address: string): `0x${string}` {
  return getAddress(address.toLowerCase())
}

import { isEvmAddress } from '@latchkey/protocol'
import { getAddress } from 'viem'

/**
 * Returns an EVM address with the checksum of EIP-55. Other texts are unchanged.
 *
 * @example
 * checksumAddress('0xd8da6bf26964af9d7eed9e03e53415d37aa96045') // '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
 */
export function checksumAddress(address: string): string {
  return isEvmAddress(address) ? getAddress(address) : address
}

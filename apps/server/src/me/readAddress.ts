import { findAddressNetworks } from '@latchkey/bitcoin'
import { ServiceError } from '@latchkey/protocol/errors'
import { isAddress as isSolanaAddress } from '@latchkey/solana'
import { getAddress, isAddress as isEvmChecksum } from 'viem'

/**
 * Validates an address of any family for storage. Money may be sent there, so a wrong checksum counts as a mistyped address. An EVM address
 * in a single letter case has no checksum, and is returned with one (EIP-55).
 *
 * @throws ServiceError `malformed_address`
 * @example readAddress('0xd8da6bf26964af9d7eed9e03e53415d37aa96045') // '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
 */
export function readAddress(text: string): string {
  const isWritten = /^0x(?:[0-9a-f]{40}|[0-9A-F]{40})$/.test(text) || isEvmChecksum(text, { strict: true })
  if (isWritten) return getAddress(text.toLowerCase())
  // Bech32 is the same in upper case.
  if (findAddressNetworks({ text }).length > 0) return /^(bc|tb|bcrt)1/i.test(text) ? text.toLowerCase() : text
  if (isSolanaAddress(text)) return text
  throw new ServiceError('malformed_address', {
    field: 'address',
    message: 'The address is mistyped: its checksum does not hold',
  })
}

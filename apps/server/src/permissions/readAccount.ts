import { type ChainId, type EvmAddress, isAccountId, isEvmAddress, parseAccountId } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'

/**
 * Reads the account of a path: CAIP-10, or a plain address whose chain is given elsewhere.
 *
 * @throws ServiceError `malformed_address`
 */
export function readAccount(text: string): { address: EvmAddress; chainId: ChainId | undefined } {
  if (isEvmAddress(text)) return { address: text.toLowerCase() as EvmAddress, chainId: undefined }
  if (isAccountId(text)) {
    const { chainId, address } = parseAccountId(text)
    if (chainId.startsWith('eip155:') && isEvmAddress(address)) {
      return { address: address.toLowerCase() as EvmAddress, chainId }
    }
  }
  throw new ServiceError('malformed_address', {
    field: 'address',
    message: 'Expected an account such as eip155:1:0x…, or an address: 0x and 40 hexadecimal digits',
  })
}

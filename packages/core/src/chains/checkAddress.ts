import { type ChainNamespace, decodeBase58, isBitcoinAddress, isEvmAddress, isSolanaAddress } from '@latchkey/protocol'
import { checksumAddress } from './eip155/checksumAddress.ts'

/**
 * What {@link checkAddress} found. `ok`: an address, as its family writes it (EIP-55 for Ethereum's); `isChecked` tells whether a checksum in it
 * holds, which an address of one letter case, and every one of Solana, does not have. `checksum`: it has the shape of one, and something in it is mistyped.
 * `none`: it is no address.
 */
export type CheckedAddress =
  | { status: 'ok'; namespace: ChainNamespace; address: string; isChecked: boolean }
  | { status: 'checksum' }
  | { status: 'none' }

/**
 * Checks an address of any family, without asking anybody: its checksum, where the family has one. Whether it is one of a network that the app
 * uses is not looked at.
 *
 * @example await checkAddress('0xd8da6bf26964af9d7eed9e03e53415d37aa96045')
 * // { status: 'ok', namespace: 'eip155', address: '0xd8dA6BF2…', isChecked: false }
 * @see EIP-55, BIP-173, BIP-350
 */
export async function checkAddress(text: string): Promise<CheckedAddress> {
  if (isEvmAddress(text)) {
    const address = checksumAddress(text)
    const digits = text.slice(2)
    const isChecked = digits !== digits.toLowerCase() && digits !== digits.toUpperCase()
    return isChecked && text !== address
      ? { status: 'checksum' }
      : { status: 'ok', namespace: 'eip155', address, isChecked }
  }
  // An address of Bitcoin may have the shape of one of Solana, and never the other way round: 32 bytes have no such checksum.
  if (isBitcoinAddress(text)) {
    const { findAddressNetworks, readAddress } = await import('@latchkey/bitcoin')
    const [chainId] = findAddressNetworks({ text })
    const read = chainId && readAddress({ text, chainId })
    if (read) return { status: 'ok', namespace: 'bip122', address: read.address, isChecked: true }
  }
  if (isSolanaAddress(text) && decodeBase58(text)?.length === 32)
    return { status: 'ok', namespace: 'solana', address: text, isChecked: false }
  return { status: isBitcoinAddress(text) ? 'checksum' : 'none' }
}

import { type ChainNamespace, decodeBase58, isBitcoinAddress, isEvmAddress, isSolanaAddress } from '@latchkey/protocol'
import { checksumAddress } from './eip155/checksumAddress.ts'

/**
 * Result of {@link checkAddress}.
 *
 * - `ok`: an address in the family's normal form (EIP-55 for EVM). `isChecked` is true if a checksum was verified; addresses in a single
 *   letter case and those of Solana have none.
 * - `checksum`: it has the format of an address, but the checksum is wrong.
 * - `none`: it is not an address.
 */
export type CheckedAddress =
  | { status: 'ok'; namespace: ChainNamespace; address: string; isChecked: boolean }
  | { status: 'checksum' }
  | { status: 'none' }

/**
 * Validates an address of any family without requests, with its checksum if it has one. Does not check whether the app supports its
 * network.
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
  // A Bitcoin address may have the format of a Solana address. The reverse is impossible, because 32 bytes have no such checksum.
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

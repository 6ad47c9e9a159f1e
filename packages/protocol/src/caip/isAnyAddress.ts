import { isEvmAddress } from './address.ts'
import { isBitcoinAddress, isSolanaAddress } from './familyAddress.ts'

/** Whether a text has the shape of an address of any family. */
export function isAnyAddress(text: string): boolean {
  return isEvmAddress(text) || isSolanaAddress(text) || isBitcoinAddress(text)
}

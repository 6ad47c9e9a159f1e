import { isEvmAddress } from './address.ts'
import { decodeBase58 } from './base58.ts'
import type { ChainNamespace } from './chainId.ts'
import { isBitcoinAddress, isSolanaAddress } from './familyAddress.ts'

/**
 * Returns the network family of an address. A Solana address has 32 bytes in base58, an old Bitcoin address 25, but their texts can have
 * the same length.
 *
 * @returns undefined for a text that is not an address
 * @example familyOfAddress('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4') // 'bip122'
 */
export function familyOfAddress(text: string): ChainNamespace | undefined {
  if (isEvmAddress(text)) return 'eip155'
  if (isSolanaAddress(text) && decodeBase58(text)?.length === 32) return 'solana'
  return isBitcoinAddress(text) ? 'bip122' : undefined
}

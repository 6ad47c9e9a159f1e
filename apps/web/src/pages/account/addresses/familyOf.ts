import { type ChainNamespace, isBitcoinAddress, isEvmAddress } from '@latchkey/protocol'

/** Common names of the network families. */
export const familyNames = {
  eip155: 'Ethereum',
  solana: 'Solana',
  bip122: 'Bitcoin',
} as const satisfies Record<ChainNamespace, string>

/** Returns the family of a saved address, which was validated before. */
export function familyOf(address: string): ChainNamespace {
  if (isEvmAddress(address)) return 'eip155'
  return isBitcoinAddress(address) ? 'bip122' : 'solana'
}

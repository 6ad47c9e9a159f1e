import { type ChainNamespace, isBitcoinAddress, isEvmAddress } from '@latchkey/protocol'

/** What people call the networks that share one kind of address. */
export const familyNames = {
  eip155: 'Ethereum',
  solana: 'Solana',
  bip122: 'Bitcoin',
} as const satisfies Record<ChainNamespace, string>

/** The family of an address that was checked when it was saved. */
export function familyOf(address: string): ChainNamespace {
  if (isEvmAddress(address)) return 'eip155'
  return isBitcoinAddress(address) ? 'bip122' : 'solana'
}

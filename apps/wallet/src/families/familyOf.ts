import type { FamilyNamespace } from './FamilyAccount.ts'

/** Bitcoin methods, which have no prefix. Source: WalletConnect's `bip122` namespace. */
const bitcoinMethods = ['getAccountAddresses', 'sendTransfer', 'signMessage', 'signPsbt']

/** Returns the family of a method; undefined: EVM. */
export function familyOf(method: string): FamilyNamespace | undefined {
  if (method.startsWith('solana_')) return 'solana'
  return bitcoinMethods.includes(method) ? 'bip122' : undefined
}

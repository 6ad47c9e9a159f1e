import type { FamilyNamespace } from './FamilyAccount.ts'

/** Methods of Bitcoin's wallets, whose names do not say so. Source: WalletConnect's `bip122` namespace. */
const bitcoinMethods = ['getAccountAddresses', 'sendTransfer', 'signMessage', 'signPsbt']

/** The family that a method is of; undefined: Ethereum's. */
export function familyOf(method: string): FamilyNamespace | undefined {
  if (method.startsWith('solana_')) return 'solana'
  return bitcoinMethods.includes(method) ? 'bip122' : undefined
}

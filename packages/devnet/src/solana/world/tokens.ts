import type { SolanaToken } from '../Solana.ts'
import { mintSigner } from './accounts.ts'

/** The mints of the local Solana networks, in the order in which they are made. */
const tokenDefinitions: readonly Omit<SolanaToken, 'address'>[] = [
  { name: 'Local Dollar', symbol: 'USDL', decimals: 6, program: 'token', kind: 'usd' },
  // The bridged token of the site. It has fewer decimals, because an amount on Solana has 64 bits.
  { name: 'Latch', symbol: 'LATCH', decimals: 6, program: 'token', kind: 'site' },
  {
    ...{ name: 'Toll', symbol: 'TOLL', decimals: 9, program: 'token-2022', kind: 'transfer-fee' },
    // One percent of every transfer, and at most 5.
    ...{ feeBasisPoints: 100, maximumFee: '5000000000' },
  },
  { name: 'Latchkey Key 1', symbol: 'KEYS', decimals: 0, program: 'token', kind: 'nft' },
  // The name ends in `.example`, a reserved domain (RFC 2606).
  {
    ...{ name: 'Visit usdl-rewards.example to claim', symbol: 'usdl-rewards.example' },
    ...{ decimals: 9, program: 'token', kind: 'spam' },
  },
]

/** The mints with their addresses, which are the same on every local network. */
export function solanaTokens(): readonly SolanaToken[] {
  return tokenDefinitions.map((definition) => ({ ...definition, address: mintSigner(definition.symbol).address }))
}

import { type Mint, readMint, readTokenAccount, type TokenAccount } from '@latchkey/solana'
import type { ClusterAccount } from './Cluster.ts'

/** Parses a token account; undefined for other accounts. */
export function readHolding(account: ClusterAccount | null | undefined): TokenAccount | undefined {
  return account ? readTokenAccount(account) : undefined
}

/** Parses a mint; undefined for other accounts. */
export function mintOf(account: ClusterAccount | null | undefined): Mint | undefined {
  return account ? readMint(account) : undefined
}

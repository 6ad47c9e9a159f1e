import { type Mint, readMint, readTokenAccount, type TokenAccount } from '@latchkey/solana'
import type { ClusterAccount } from './Cluster.ts'

/** A token account, where an account is one. */
export function readHolding(account: ClusterAccount | null | undefined): TokenAccount | undefined {
  return account ? readTokenAccount(account) : undefined
}

/** A mint, where an account is one. */
export function mintOf(account: ClusterAccount | null | undefined): Mint | undefined {
  return account ? readMint(account) : undefined
}

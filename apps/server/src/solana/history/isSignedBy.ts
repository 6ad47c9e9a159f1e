import type { NodeTransaction } from '../node/SolanaNode.ts'

/** Whether a transaction is an account's own: it bears its signature. */
export function isSignedBy({ accounts }: NodeTransaction, account: string): boolean {
  return accounts.some(({ address, signer }) => signer && address === account)
}

import type { NodeTransaction } from '../node/SolanaNode.ts'

/** Whether an account has signed a transaction. */
export function isSignedBy({ accounts }: NodeTransaction, account: string): boolean {
  return accounts.some(({ address, signer }) => signer && address === account)
}

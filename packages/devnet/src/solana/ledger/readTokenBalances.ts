import type { Address } from '@solana/kit'
import { getMintDecoder, getTokenDecoder } from '@solana-program/token'
import type { LiteSVM } from 'litesvm'
import type { TokenBalance } from './TransactionRecord.ts'
import { isTokenProgram, mintSize, tokenAccountSize } from './tokenPrograms.ts'

/** Returns the balances of the token accounts among some accounts. */
export function readTokenBalances({ svm, keys }: { svm: LiteSVM; keys: readonly Address[] }): TokenBalance[] {
  return keys.flatMap((key, accountIndex) => {
    const account = svm.getAccount(key)
    if (!account.exists || !isTokenProgram(account.programAddress) || account.data.length < tokenAccountSize) return []
    // A mint with extensions is filled up to the size of a token account, and marked as a mint after that.
    if (account.data[tokenAccountSize] === 1) return []
    const { mint, owner, amount } = getTokenDecoder().decode(account.data.slice(0, tokenAccountSize))
    const decimals = readDecimals({ svm, mint })
    return [{ ...{ accountIndex, mint, owner, amount, decimals }, programId: account.programAddress }]
  })
}

/** Returns the decimals of a mint, or 0 if the account is not a mint. */
export function readDecimals({ svm, mint }: { svm: LiteSVM; mint: Address }): number {
  const account = svm.getAccount(mint)
  if (!account.exists || account.data.length < mintSize) return 0
  return getMintDecoder().decode(account.data.slice(0, mintSize)).decimals
}

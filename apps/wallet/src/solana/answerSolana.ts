import { ServiceError } from '@latchkey/protocol/errors'
import type { FamilyAccount } from '../families/FamilyAccount.ts'
import type { FamilyAsk } from '../rpc/createFamilyRpc.ts'
import { readSolanaParams } from './readSolanaParams.ts'

/** Answers `solana_getAccounts` and `solana_requestAccounts`. */
export function answerSolanaRead({ accounts }: { accounts: readonly FamilyAccount[] }): { pubkey: string }[] {
  return accounts.map(({ address }) => ({ pubkey: address }))
}

/**
 * Answers signing requests, with the methods and answers of WalletConnect's `solana` namespace.
 *
 * @throws LatchkeyError `malformed_request`, `account_changed` for a foreign key, and the errors of the approval
 */
export async function answerSolana({ method, params, accounts, ask, ...context }: FamilyAsk): Promise<unknown> {
  const read = readSolanaParams({ method, params })
  const [{ address: account }] = accounts
  if (read.pubkey !== undefined && read.pubkey !== account) throw new ServiceError('account_changed')
  const { pubkey: _, method: _method, ...own } = read
  const send = read.method === 'solana_signAndSendTransaction' ? { options: read.sendOptions } : null
  const { signed, transactions } = await ask({ method, params: own, account, accounts, send, ...context })
  if (signed.kind === 'solanaMessage') return { signature: signed.signature }
  if (signed.kind !== 'solanaTransactions') throw new ServiceError('signature_invalid')
  if (read.method === 'solana_signAllTransactions') return { transactions: signed.transactions }
  const [first] = transactions
  if (send) return { signature: first?.id }
  return { signature: first?.signature, transaction: signed.transactions[0] }
}

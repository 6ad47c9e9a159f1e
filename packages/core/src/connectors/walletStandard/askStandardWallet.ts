import { ServiceError } from '@latchkey/protocol/errors'
import { askWallet } from './askWallet.ts'
import type { StandardAccounts } from './createStandardWallet.ts'
import { readList, type StandardAccount, type StandardWallet } from './readStandardWallet.ts'

/** The account of an address. @throws LatchkeyError `account_changed` for one that the wallet does not share */
export function findAccount(accounts: StandardAccounts, address: string): StandardAccount {
  const account = accounts.find(address)
  if (!account) throw new ServiceError('account_changed')
  return account
}

/**
 * Calls a feature that has one method of its own name, with one input.
 *
 * @returns the one output
 * @throws LatchkeyError `wallet_lacks_method`, `user_rejected`, `wallet_failed`
 */
export function askStandardWallet({
  wallet,
  family,
  method,
  input,
}: {
  wallet: StandardWallet
  family: 'solana' | 'bitcoin'
  method: string
  input: Record<string, unknown>
}): Promise<unknown> {
  return askWallet(async () => readList(await wallet.call(`${family}:${method}`, method, input))[0])
}

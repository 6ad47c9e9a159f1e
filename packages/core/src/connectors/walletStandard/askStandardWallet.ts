import { ServiceError } from '@latchkey/protocol/errors'
import { askWallet } from './askWallet.ts'
import type { StandardAccounts } from './createStandardWallet.ts'
import { readList, type StandardAccount, type StandardWallet } from './readStandardWallet.ts'

/** Returns the account of an address. @throws LatchkeyError `account_changed` if the wallet does not share it */
export function findAccount(accounts: StandardAccounts, address: string): StandardAccount {
  const account = accounts.find(address)
  if (!account) throw new ServiceError('account_changed')
  return account
}

/**
 * Calls a feature whose only method has the name of the feature, with one input.
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

import type { AttemptRow } from './attemptStore.ts'

/** The origin of the only page that may open the window of an attempt: the site for a login, the wallet itself for the rest. */
export function openerOf(
  { purpose, hostOrigin }: Pick<AttemptRow, 'purpose' | 'hostOrigin'>,
  { walletOrigin }: { walletOrigin: string },
): string {
  return purpose === 'login' ? hostOrigin : walletOrigin
}

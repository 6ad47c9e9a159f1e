/** The distinct chains of accounts (CAIP-10), in their order. */
export function chainsOf(accounts: readonly string[]): readonly string[] {
  return [...new Set(accounts.map((account) => account.slice(0, account.lastIndexOf(':'))))]
}

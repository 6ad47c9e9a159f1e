/** CAIP-10 of addresses on each of some chains (CAIP-2), chain by chain. */
export function toAccounts(chains: readonly string[], addresses: readonly string[]): readonly string[] {
  return chains.flatMap((chain) => addresses.map((address) => `${chain}:${address}`))
}

/** The chains of accounts, each once, in their order. */
export function chainsOf(accounts: readonly string[]): readonly string[] {
  return [...new Set(accounts.map((account) => account.slice(0, account.lastIndexOf(':'))))]
}

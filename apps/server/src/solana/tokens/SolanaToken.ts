/** A token in responses. The operator's list overrides the chain's data. */
export type SolanaToken = {
  mint: string
  name: string
  symbol: string
  decimals: number
  iconUrl: string | null
  /** Whether the operator lists it; true for the wrapped native token. */
  listed: boolean
  /** Blocked by the operator, or named like spam. */
  spam: boolean
  /** Has a supply of one. */
  isNft: boolean
}

/** Describes mints. */
export type TokenDescriber = {
  /**
   * @param options.fresh mints to read without the cache
   * @returns a token for each mint; addresses that are no mints are left out
   * @throws LatchkeyError `upstream_unavailable`
   */
  describe: (options: {
    mints: Iterable<string>
    fresh?: readonly string[]
  }) => Promise<ReadonlyMap<string, SolanaToken>>
}

/** A token as responses show it: the operator's word over the chain's. */
export type SolanaToken = {
  mint: string
  name: string
  symbol: string
  decimals: number
  iconUrl: string | null
  /** Whether the operator vouches for it; the wrapped native coin counts as such. */
  listed: boolean
  /** Known to the operator as spam, or it calls itself what only spam does. */
  spam: boolean
  /** Of which there is one piece. */
  isNft: boolean
}

/** Tells about mints. */
export type TokenDescriber = {
  /**
   * @param options.fresh mints that are looked at now, whatever is remembered
   * @returns one for each mint that is one; those that are none are left out
   * @throws LatchkeyError `upstream_unavailable`
   */
  describe: (options: {
    mints: Iterable<string>
    fresh?: readonly string[]
  }) => Promise<ReadonlyMap<string, SolanaToken>>
}

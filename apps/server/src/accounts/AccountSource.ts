import type { ChainId } from '@latchkey/protocol'
import type { Balance, Fungible, HistoryItem } from '@latchkey/protocol/api'

/**
 * Position in a history below which the next page starts. It stays valid after a reorganization, or the source detects the
 * change. The format belongs to the source. It is part of a cursor, so it is short (at most 4 parts of at most 100
 * characters) and plain.
 */
export type SourcePosition = readonly (string | number)[]

/** A part of an account's activity. */
export type SourceHistory = {
  /** Pending items, newest first. Only used for the first page. */
  waiting: readonly HistoryItem[]
  /** Newest first. `position` is the position right below the item. */
  entries: readonly { item: HistoryItem; position: SourcePosition }[]
  /** Position below all entries; null at the end. May be set without entries, if all the items that were read are hidden. */
  next: SourcePosition | null
  /** Age in seconds of the data that could not be renewed; 0 if all is current. */
  stale: number
}

/** A change of an account that is followed. */
export type AccountChange = {
  /** Block (Solana: slot) of the change; 0 if it is pending. */
  block: number
  balance: boolean
  history: boolean
}

/**
 * A network of another family than EVM, as the account and price services read it. A source only reads. The services validate
 * the address with `isAddress`, cache results for seconds, return old ones with their age during outages, and page.
 *
 * @example
 * const source = createSolanaSource({ context, rpc, chain })
 * const accounts = await createAccounts(context, { rpc, sources: [source] })
 */
export type AccountSource = {
  chainId: ChainId
  /** Whether a text is an address of this network, with a valid checksum and prefix. */
  isAddress: (address: string) => boolean
  /**
   * Returns an account's balances in any order, without zeros and spam.
   *
   * @param options.forced tokens to read without any cache: addresses as in CAIP-10 (Solana: mints, `nativeSolanaAddress`;
   *   Bitcoin: `native`)
   * @throws LatchkeyError `upstream_unavailable`
   */
  readBalances: (options: {
    address: string
    forced: readonly string[]
  }) => Promise<{ balances: readonly Balance[]; stale: number }>
  /**
   * Returns an account's transactions, newest first.
   *
   * @param options.before position from a previous result; another shape is `malformed_cursor`
   * @param options.limit maximum number of entries
   * @throws LatchkeyError `upstream_unavailable`, `malformed_cursor`
   */
  readHistory: (options: {
    address: string
    before: SourcePosition | undefined
    limit: number
  }) => Promise<SourceHistory>
  /**
   * Returns the names and prices of tokens (`address` as in CAIP-10, including the native token), in the order of the
   * request.
   *
   * @throws LatchkeyError `upstream_unavailable`
   */
  readFungibles: (options: { addresses: readonly string[] }) => Promise<readonly Fungible[]>
  /**
   * Reports an account's changes, within half a second if the network pushes them. Called once per account by
   * `createFollowing`, only while there are listeners. Never throws, and handles outages of the network itself.
   *
   * @returns a function that stops it
   */
  follow: (options: { address: string; onChange: (change: AccountChange) => void }) => () => void
}

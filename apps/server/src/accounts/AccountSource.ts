import type { ChainId } from '@latchkey/protocol'
import type { Balance, Fungible, HistoryItem } from '@latchkey/protocol/api'

/**
 * Where reading a history goes on: below this place, which is in blocks that nobody undoes, or told apart if they were. Of the source's own
 * making; it travels inside a cursor, so it is short (at most 4 parts, of at most 100 characters) and plain.
 */
export type SourcePosition = readonly (string | number)[]

/** A part of a history. */
export type SourceHistory = {
  /** What waits for a block, newest first. Only for a first page; ignored else. */
  waiting: readonly HistoryItem[]
  /** Newest first; `position` is where what is below this item begins. */
  entries: readonly { item: HistoryItem; position: SourcePosition }[]
  /** Where to go on after all entries; null where nothing is left. May be set without entries, where all that was looked at is not shown. */
  next: SourcePosition | null
  /** Age in seconds of what could not be renewed; 0 where all is new. */
  stale: number
}

/** What changed of an account that is followed. */
export type AccountChange = {
  /** The block (Solana: slot) in which it did; 0 where it is in none yet. */
  block: number
  balance: boolean
  history: boolean
}

/**
 * One network of a family other than Ethereum's, as the services of accounts and prices ask it. The services check the address first
 * (`isAddress`), remember the answers for seconds, give old ones with their age while a network is away, and page; a source only reads.
 *
 * @example
 * const source = createSolanaSource({ context, rpc, chain })
 * const accounts = await createAccounts(context, { rpc, sources: [source] })
 */
export type AccountSource = {
  chainId: ChainId
  /** Whether a text is an address of this very network: checksums and prefixes held. */
  isAddress: (address: string) => boolean
  /**
   * What an account holds, in any order, without what is worth nothing to show (zeros, spam).
   *
   * @param options.forced what the caller wants past every cache of the source: token addresses as in CAIP-10 (Solana: mints,
   * `nativeSolanaAddress`; Bitcoin: `native`)
   * @throws LatchkeyError `upstream_unavailable`
   */
  readBalances: (options: {
    address: string
    forced: readonly string[]
  }) => Promise<{ balances: readonly Balance[]; stale: number }>
  /**
   * An account's transactions, newest first.
   *
   * @param options.before as an earlier answer gave it; a shape that it did not give is `malformed_cursor`
   * @param options.limit entries that are wanted, at most
   * @throws LatchkeyError `upstream_unavailable`, `malformed_cursor`
   */
  readHistory: (options: {
    address: string
    before: SourcePosition | undefined
    limit: number
  }) => Promise<SourceHistory>
  /**
   * Names and prices of tokens (`address` as in CAIP-10, the native coin among them), one for each, in the order asked.
   *
   * @throws LatchkeyError `upstream_unavailable`
   */
  readFungibles: (options: { addresses: readonly string[] }) => Promise<readonly Fungible[]>
  /**
   * Tells about an account's changes until it is ended, within half a second where the network pushes them. Called once per account
   * (`createFollowing`), only while somebody listens. Never throws; troubles with the network are its own affair.
   *
   * @returns ends it
   */
  follow: (options: { address: string; onChange: (change: AccountChange) => void }) => () => void
}

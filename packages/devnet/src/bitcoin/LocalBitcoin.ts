import type { ChainId } from '@latchkey/protocol'
import type { DevnetBitcoinAccount } from './world/accounts.ts'

/** The running local Bitcoin chain. */
export type DevnetBitcoin = {
  /** CAIP-2, of regtest. */
  chainId: ChainId
  name: string
  /** The base of an Esplora API: `${esploraUrl}/blocks/tip/height`. */
  esploraUrl: string
}

/** How to start a local Bitcoin chain. */
export type BitcoinParameters = {
  /** Where its blocks are kept over restarts; left out: nowhere. */
  folder?: string
  /** Where the seeded history of the day is kept, for all that start on it; left out: nowhere. */
  bakeFolder?: string
  /** Wanted port; a busy or missing one becomes a free one. */
  port?: number
  /** Seconds between blocks while transactions wait; left out: only {@link LocalBitcoin.mine} makes blocks. */
  blockTime?: number
  /** With `blockTime`: seconds after which a block comes although nothing waits. Default 1800. */
  idleBlockTime?: number
}

/** A local Bitcoin chain with helpers for tests. */
export type LocalBitcoin = DevnetBitcoin & {
  /** Holds some hundred coins. */
  faucet: DevnetBitcoinAccount
  /** Ada, Ben, Cleo and Dan, with coins of different sizes and ages and a history. */
  accounts: readonly DevnetBitcoinAccount[]
  /** Mines the pending transactions, and adds empty blocks up to `count` (default 1). Returns their hashes. */
  mine: (options?: { count?: number }) => Promise<readonly string[]>
  /** Lets the faucet pay satoshi to an address; the transaction waits for a block. Returns its id. */
  fund: (options: { address: string; value: number }) => Promise<string>
  /**
   * Pays satoshis from the payment address of a person; the transaction is pending. With `replaces`, the ID of a pending one
   * of theirs, it spends the same outputs (BIP-125). `feeRate`: satoshis per virtual byte (default 3). Returns its ID.
   */
  send: (options: {
    from: DevnetBitcoinAccount
    to: readonly { address: string; value: number }[]
    feeRate?: number
    replaces?: string
  }) => Promise<string>
  /** Replaces the newest blocks by empty ones, one more of them, and lets their transactions wait again. Returns the new head's hash. */
  reorganise: (options: { depth: number }) => Promise<string>
  stop: () => Promise<void>
}

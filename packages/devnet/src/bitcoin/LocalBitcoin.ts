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

export type BitcoinParameters = {
  /** Folder of its blocks over restarts. Default: memory only. */
  folder?: string
  /** Shared folder of the day's seeded history. Default: memory only. */
  bakeFolder?: string
  /** Wanted port; a busy or missing one becomes a free one. */
  port?: number
  /** Seconds between blocks while transactions are pending. Default: only {@link LocalBitcoin.mine} makes blocks. */
  blockTime?: number
  /** With `blockTime`: seconds between blocks while no transaction is pending. Default 1800. */
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
  /** Pays satoshis from the faucet to an address; the transaction is pending. Returns its ID. */
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
  /** Replaces the newest `depth` blocks by `depth + 1` empty ones. Their transactions are pending again. Returns the new head's hash. */
  reorganise: (options: { depth: number }) => Promise<string>
  stop: () => Promise<void>
}

import type { ChainId, ErrorCode } from '@latchkey/protocol'
import type { Readable } from '../store/Store.ts'

/** A transaction as the wallet is asked for it. Wei and gas units. */
export type TransactionCall = {
  to: `0x${string}`
  value: bigint
  data: `0x${string}`
  gas: bigint
  gasPrice: bigint
}

/** What a transaction is for, in words and amounts that were shown when it was confirmed. Decimal texts. */
export type TransactionSummary =
  | {
      type: 'send'
      symbol: string
      amountText: string
      iconUrl: string | null
      /** EIP-55. */
      receiver: string
      /** The name that was typed for it. */
      receiverName?: string | undefined
    }
  | { type: 'approve'; symbol: string; amountText: string; iconUrl: string | null; spender: string }
  | {
      type: 'swap'
      from: { symbol: string; amountText: string; iconUrl: string | null }
      /** `amountText` is what the quote said, `minimumText` what the chain enforces. */
      to: { symbol: string; amountText: string; minimumText: string; iconUrl: string | null }
    }

/** Why a transaction did not do what it was for, and whether money may have moved. */
export type TransactionFailure = {
  code: ErrorCode
  message: string
  details: string | undefined
  moneyMoved: 'no' | 'only-network-cost' | 'unknown'
}

/**
 * Where a transaction stands.
 *
 * - `asked`: the wallet has the question. Written down before the wallet is asked, so that nothing is forgotten by a reload.
 * - `uncertain`: the page was left, or the wallet fell silent, while it was asked: it may have been sent. Looked for by the
 *   account's own transactions until it is found or its number is used by another.
 * - `pending`: it waits for a block; `slow` after 25 s; `reorged` when it was in a block that the chain has given up.
 * - `confirmed`: it is in a block; `final` when so many blocks came after it that it will stay.
 * - `canceled`: a cancellation of it came into a block in its place.
 * - `failed`: it was refused in a block, or another transaction of the account took its number or its coins, or it was never sent,
 *   or (Solana) its time to come into a block is over.
 */
export type TransactionStatus =
  | { type: 'asked' }
  | { type: 'uncertain' }
  | { type: 'pending'; hash: string; slow: boolean; reorged: boolean }
  | {
      type: 'confirmed'
      hash: string
      block: bigint
      final: boolean
      /** Wei that the account paid the network; undefined where others paid, on other families, and where nobody said. */
      fee?: bigint
    }
  | { type: 'canceled'; hash: string }
  | { type: 'failed'; hash: string | undefined; error: TransactionFailure }

/** What a transaction is: a call of an EVM network, or a signed payment of Solana or Bitcoin with what the network takes for it. */
export type TransactionSubject =
  | { call: TransactionCall; payment?: undefined }
  | {
      call?: undefined
      payment: {
        /** What the network takes, decimal text of its coin; undefined where the wallet sends by itself and chooses. */
        networkCostText: string | undefined
        /** Bitcoin: satoshi for 1,000 virtual bytes, and how many of them the transaction has. */
        feeRate?: bigint | undefined
        vsize?: number | undefined
      }
    }

/** One transaction of the visitor's, from the question to the wallet until it is final. */
export type TrackedTransaction = TransactionSubject & {
  /** Chosen before the wallet is asked; 32 hexadecimal characters. */
  id: string
  chainId: ChainId
  from: string
  summary: TransactionSummary
  status: TransactionStatus
  /** The account's number of the transaction on an EVM network, once a node told it. */
  nonce: number | undefined
  /**
   * All hashes that the wallet gave for it, oldest first: a faster one takes the place of a slower one. One of something that was
   * in a block before the wallet was asked is left out.
   */
  hashes: readonly string[]
  /** Set while a cancellation of it is on its way. */
  canceling: boolean
  /** The wallet took the batch: its owner is asked no more, and its hash comes with its block. */
  isTaken?: boolean | undefined
  /** Unix milliseconds. */
  askedAt: number
}

/** The transactions of the connected accounts that are under way or ended lately, newest first. */
export type TransactionsState = { transactions: readonly TrackedTransaction[] }

/**
 * Follows the visitor's transactions over reloads and tabs, and lets them be sped up and cancelled.
 *
 * @example
 * const [newest] = latchkey.transactions.getState().transactions
 * if (newest && latchkey.transactions.canReplace(newest)) await latchkey.transactions.speedUp(newest)
 */
export type TransactionsFeature = Readable<TransactionsState> & {
  /**
   * Asks the wallet for the same transaction under the same number (Bitcoin: with the same coins, BIP-125) at a higher price: the greater
   * of `gasPrice` and what nodes demand of a replacement. In units of {@link SpeedPrice.gasPrice}.
   *
   * @throws LatchkeyError `transaction_done`, `replacement_unsupported` when the wallet chooses numbers itself, and what the wallet answers
   */
  speedUp: (options: { id: string; gasPrice?: bigint }) => Promise<void>
  /** Asks the wallet for a payment of nothing to oneself under the same number, so that the transaction never happens. Errors as `speedUp`. */
  cancel: (options: { id: string; gasPrice?: bigint }) => Promise<void>
  /** Whether it can be replaced: the wallet in use takes a number that it is given, or signs another with the same coins (Bitcoin). */
  canReplace: (options: { id: string }) => boolean
  /** Takes an ended one, or an uncertain one, off the list. */
  dismiss: (options: { id: string }) => void
}

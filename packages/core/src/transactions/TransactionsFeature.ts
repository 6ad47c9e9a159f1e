import type { ChainId, ErrorCode } from '@latchkey/protocol'
import type { Readable } from '../store/Store.ts'

/** The parameters of a transaction in a wallet request. Wei and gas units. */
export type TransactionCall = {
  to: `0x${string}`
  value: bigint
  data: `0x${string}`
  gas: bigint
  gasPrice: bigint
}

/** Purpose of a transaction, with the texts and amounts of its preview. Decimal texts. */
export type TransactionSummary =
  | {
      type: 'send'
      symbol: string
      amountText: string
      iconUrl: string | null
      /** EIP-55. */
      receiver: string
      /** The name that the visitor typed. */
      receiverName?: string | undefined
    }
  | { type: 'approve'; symbol: string; amountText: string; iconUrl: string | null; spender: string }
  | {
      type: 'swap'
      /** The paid token and amount. */
      from: { symbol: string; amountText: string; iconUrl: string | null }
      /** `amountText` is from the quote; `minimumText` is the minimum that the contract enforces. */
      to: { symbol: string; amountText: string; minimumText: string; iconUrl: string | null }
    }

/** The reason of a failure, and whether money may have moved. */
export type TransactionFailure = {
  code: ErrorCode
  message: string
  details: string | undefined
  moneyMoved: 'no' | 'only-network-cost' | 'unknown'
}

/**
 * State of a transaction.
 *
 * - `asked`: the wallet has the request. It is recorded before the wallet is asked, so that a reload does not lose it.
 * - `uncertain`: the page was left, or the wallet was silent, during the request. It may have been sent. The account's own transactions are
 *   searched until it is found or another one uses its nonce.
 * - `pending`: it waits for a block; `slow` after 25 s; `reorged` if a reorganization removed its block.
 * - `confirmed`: it is in a block; `final` if enough blocks follow.
 * - `canceled`: its cancellation is in a block instead.
 * - `failed`: it failed in a block, was never sent, or expired (Solana). Or another transaction of the account used its nonce or coins.
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
      /**
       * Wei that the account paid to the network; undefined if another account paid, on other families, and if the node does not report it.
       */
      fee?: bigint
    }
  | { type: 'canceled'; hash: string }
  | { type: 'failed'; hash: string | undefined; error: TransactionFailure }

/** The content of a transaction: a call of an EVM network, or a signed payment of Solana or Bitcoin with its network cost. */
export type TransactionSubject =
  | { call: TransactionCall; payment?: undefined }
  | {
      call?: undefined
      payment: {
        /** Network cost as decimal text of the native token; undefined if the wallet sends and chooses it. */
        networkCostText: string | undefined
        /** Bitcoin: satoshis per 1,000 virtual bytes, and the size of the transaction in virtual bytes. */
        feeRate?: bigint | undefined
        vsize?: number | undefined
      }
    }

/** A transaction of the visitor, from the wallet request until it is final. */
export type TrackedTransaction = TransactionSubject & {
  /** Chosen before the wallet request; 32 hexadecimal characters. */
  id: string
  chainId: ChainId
  /** Address of the account that sends it. */
  from: string
  summary: TransactionSummary
  status: TransactionStatus
  /** The nonce on an EVM network, once a node has reported it. */
  nonce: number | undefined
  /**
   * All hashes that the wallet returned for it, oldest first: a replacement has a new hash. Hashes of transactions that were in a block
   * before the request are left out.
   */
  hashes: readonly string[]
  /** True while a cancellation is pending. */
  canceling: boolean
  /** The wallet accepted the batch. The visitor has nothing more to approve, and the hash arrives with the block. */
  isTaken?: boolean | undefined
  /** Unix milliseconds. */
  askedAt: number
}

/** Open and recently ended transactions of the connected accounts, newest first. */
export type TransactionsState = { transactions: readonly TrackedTransaction[] }

/** Follows the visitor's transactions over reloads and tabs. Lets the visitor speed them up and cancel them. */
export type TransactionsFeature = Readable<TransactionsState> & {
  /**
   * Asks the wallet for the same transaction with the same nonce (Bitcoin: with the same coins, BIP-125) at a higher price. The price is
   * the greater of `gasPrice` and the minimum that nodes require for a replacement. In units of {@link SpeedPrice.gasPrice}.
   *
   * @throws LatchkeyError `transaction_done`, `replacement_unsupported` if the wallet chooses nonces itself, and the errors of the wallet
   */
  speedUp: (options: { id: string; gasPrice?: bigint }) => Promise<void>
  /**
   * Asks the wallet for a payment of 0 to the account itself with the same nonce, which replaces the transaction. Errors as in `speedUp`.
   */
  cancel: (options: { id: string; gasPrice?: bigint }) => Promise<void>
  /** Whether it can be replaced: the current wallet accepts a given nonce, or signs another payment with the same coins (Bitcoin). */
  canReplace: (options: { id: string }) => boolean
  /** Removes an ended or uncertain transaction from the list. */
  dismiss: (options: { id: string }) => void
}

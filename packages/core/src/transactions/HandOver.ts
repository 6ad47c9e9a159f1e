import type { ChainId } from '@latchkey/protocol'
import type { SignedTransaction } from '../chains/SignedChain.ts'
import type { DeclinedCode } from '../connectors/isDeclined.ts'
import type {
  TransactionCall,
  TransactionFailure,
  TransactionSubject,
  TransactionSummary,
  TransactionsFeature,
} from './TransactionsFeature.ts'

/** How handing a call to the wallet ended. */
export type HandOverOutcome =
  | { type: 'sent'; id: string; hash: string }
  /** Nothing was sent, and asking again is fine: declined, busy, or open in another tab. */
  | { type: 'declined'; code: DeclinedCode | 'transaction_open_elsewhere' }
  /** Nothing was sent: the wallet is elsewhere than what was previewed. */
  | { type: 'changed'; code: 'account_changed' | 'chain_changed' }
  /** `id`: it was signed and refused, and is on the list, where it is looked for: another node may have it. */
  | { type: 'failed'; failure: TransactionFailure; id?: string }
  /**
   * The wallet fell silent, or answered so that nobody can tell: it may have been sent, or may still be. It is on the list of the
   * transactions and looked for there; nobody may hand the same over again unseen.
   */
  | { type: 'uncertain'; id: string; failure: TransactionFailure }

/**
 * What is told on the way. `onAsked`: written down under this id, and the wallet has the question now. `onTaken`: the wallet took the batch; nothing
 * more is asked of its owner.
 */
export type HandOverEvents = {
  onAsked?: ((options: { id: string }) => void) | undefined
  onTaken?: (() => void) | undefined
}

/**
 * The transactions as send and swap use them: the one place that asks a wallet for a transaction. What it is asked for is
 * written down first; one question at a time per account over all tabs of the origin; whose wallet it is, and where, is
 * read from the wallet itself right before.
 */
export type TransactionsInternals = TransactionsFeature & {
  /**
   * Hands one call over, once. A hash that comes after the time-out still counts and is followed. From the embedded wallet's smart account it goes as a
   * batch of one: that has a name, by which it is found again after a reload, where an account without numbers of its own could be asked for nothing.
   * @throws LatchkeyError `network_request_failed` when the code for it cannot be fetched; nothing was asked then
   */
  handOver: (
    options: HandOverEvents & {
      chainId: ChainId
      from: string
      call: TransactionCall
      summary: TransactionSummary
      /** The last look at the very bytes before they are handed over; what it throws is the failure, and nothing was sent. */
      check?: () => void
    },
  ) => Promise<HandOverOutcome>
  /**
   * Hands several calls over as one batch (EIP-5792 `wallet_sendCalls`, atomic): all or nothing. Tracked as one transaction
   * with `call` and `summary` of the last. A wallet tells the hash of a batch when it is in a block, so this waits for that.
   */
  handOverBatch: (
    options: HandOverEvents & {
      chainId: ChainId
      from: string
      calls: readonly TransactionCall[]
      summary: TransactionSummary
      check?: () => void
    },
  ) => Promise<HandOverOutcome>
  /**
   * Has a payment of Solana or Bitcoin signed and sends it: what the wallet signed is written down before it leaves, so that the same bytes
   * can be sent again after a crash, and nothing is ever signed twice for one payment.
   *
   * @param options.sign asks the wallet; it holds what was signed against what was previewed, and throws where they differ
   * @param options.isSentByWallet the wallet cannot sign without sending: then `raw` may be empty, and whether it was sent nobody can tell
   * when the answer is lost
   */
  handOverSigned: (
    options: HandOverEvents & {
      chainId: ChainId
      from: string
      summary: TransactionSummary
      payment: NonNullable<TransactionSubject['payment']>
      sign: () => Promise<SignedTransaction>
      isSentByWallet?: boolean
    },
  ) => Promise<HandOverOutcome>
  /** Whether the wallet in use runs several calls as one on this network (EIP-5792, `atomic`). False when it does not say. */
  canBatch: (options: { chainId: ChainId }) => Promise<boolean>
  /** Takes up what was under way before the page was loaded. */
  resume: () => void
  /** Stops and forgets: the visitor disconnected. */
  forget: () => void
  destroy: () => void
}

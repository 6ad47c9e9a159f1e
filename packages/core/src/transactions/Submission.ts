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

/** Result of asking the wallet for a transaction. */
export type SubmitOutcome =
  | { type: 'sent'; id: string; hash: string }
  /** Nothing was sent, and another request is possible: declined, busy, or open in another tab. */
  | { type: 'declined'; code: DeclinedCode | 'transaction_open_elsewhere' }
  /** Nothing was sent: the wallet uses another account or network than the preview. */
  | { type: 'changed'; code: 'account_changed' | 'chain_changed' }
  /** `id`: the transaction was signed and refused. It stays on the list and is looked for, because another node may have it. */
  | { type: 'failed'; failure: TransactionFailure; id?: string }
  /**
   * The wallet was silent, or its answer is inconclusive. The transaction may have been sent, or may still be. It is on the list and looked
   * for there. Nothing may submit the same payment again without the visitor seeing this one.
   */
  | { type: 'uncertain'; id: string; failure: TransactionFailure }

/**
 * Callbacks of a submission. `onAsked`: the transaction is recorded under this ID, and the wallet has the request. `onTaken`: the wallet
 * accepted the batch, and the visitor has nothing more to approve.
 */
export type SubmitEvents = {
  onAsked?: ((options: { id: string }) => void) | undefined
  onTaken?: (() => void) | undefined
}

/**
 * The transactions as send and swap use them. Only this feature asks a wallet for a transaction. It records each request before it asks.
 * Per account, one request at a time is open in all tabs of the origin. Right before each request, it reads account and network from the
 * wallet.
 */
export type TransactionsInternals = TransactionsFeature & {
  /**
   * Asks the wallet for one call, once. A hash that arrives after the timeout still counts and is followed. The embedded wallet's smart
   * account sends it as a batch of one. The batch ID makes it possible to find the transaction after a reload; otherwise an account without
   * its own nonces could not be asked at all.
   * @throws LatchkeyError `network_request_failed` if the code cannot be loaded; no request was made in that case
   */
  submit: (
    options: SubmitEvents & {
      chainId: ChainId
      from: string
      call: TransactionCall
      summary: TransactionSummary
      /** Checks the final bytes before they are passed to the wallet. If it throws, that error is the failure, and nothing was sent. */
      check?: () => void
    },
  ) => Promise<SubmitOutcome>
  /**
   * Asks for several calls as one atomic batch (EIP-5792 `wallet_sendCalls`). Tracked as one transaction with `call` and `summary` of the
   * last one. A wallet reports the hash of a batch when it is in a block, so this waits for the block.
   */
  submitBatch: (
    options: SubmitEvents & {
      chainId: ChainId
      from: string
      calls: readonly TransactionCall[]
      summary: TransactionSummary
      check?: () => void
    },
  ) => Promise<SubmitOutcome>
  /**
   * Lets the wallet sign a payment of Solana or Bitcoin, and submits it. The signed bytes are recorded first, so that the same bytes can be
   * submitted again after a crash. A payment is never signed twice.
   *
   * @param options.sign asks the wallet, compares the signed transaction with the preview, and throws if they differ
   * @param options.isSentByWallet the wallet cannot sign without sending. Then `raw` may be empty, and a lost answer leaves unknown whether
   *   it was sent.
   */
  submitSigned: (
    options: SubmitEvents & {
      chainId: ChainId
      from: string
      summary: TransactionSummary
      payment: NonNullable<TransactionSubject['payment']>
      sign: () => Promise<SignedTransaction>
      isSentByWallet?: boolean
    },
  ) => Promise<SubmitOutcome>
  /** Whether the current wallet runs several calls as one on this network (EIP-5792, `atomic`). False if it does not report that. */
  canBatch: (options: { chainId: ChainId }) => Promise<boolean>
  /** Resumes the transactions of earlier page loads. */
  resume: () => void
  /** Stops and forgets all transactions, after the visitor disconnects. */
  forget: () => void
  destroy: () => void
}

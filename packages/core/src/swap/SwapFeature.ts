import type { AccountId, ChainId, ErrorCode, PriceImpactLevel } from '@latchkey/protocol'
import type { Quote, SwappableToken } from '@latchkey/protocol/api'
import type { Readable } from '../store/Store.ts'
import type { Shortfall } from '../transactions/lackingCost.ts'
import type { TransactionCall, TransactionFailure } from '../transactions/TransactionsFeature.ts'

/** A token of the swap. `balance` is the balance of the account as decimal text; undefined while unknown. */
export type SwapToken = SwappableToken & { balance: string | undefined }

export type SwapForm = {
  /** The token to pay with. */
  from: SwappableToken | undefined
  to: SwappableToken | undefined
  /** As typed, in units of `from`. */
  amount: string
  /** Percent by which the result may be below the quote: 1 by default, 0.1 to 50. */
  slippage: number
}

/** An error beside a form field. `transaction` is about the whole swap; nothing was sent. */
export type SwapIssue = {
  field: 'from' | 'to' | 'amount' | 'slippage' | 'transaction'
  code: ErrorCode
  message: string
  /** Set with `insufficient_gas`: the network cost, and the smaller amount that is left for it. */
  shortfall?: Shortfall | undefined
  /** An earlier approval was confirmed. It keeps its network cost, and is not requested again. */
  approvalStands?: boolean | undefined
}

/** The quote of the form. Renewed every 10 s while a view watches. */
export type SwapQuote = {
  status: 'idle' | 'loading' | 'ready' | 'failed'
  /** The newest quote. Kept while the next one loads, dropped when the form changes. */
  quote: Quote | undefined
  /** Quoted amount of `to` as decimal text. */
  toAmountText: string | undefined
  /** Amount of `to` for one `from`. */
  rate: number | undefined
  /** Unix milliseconds. */
  updatedAt: number | undefined
  error: { code: ErrorCode; message: string } | undefined
}

/** The wallet requests, in order. `batch` combines approval and swap in one request, if the account supports it (EIP-5792). */
export type SwapStep = 'resetApproval' | 'approve' | 'permit' | 'swap' | 'batch'

/** The data of the preview and of the wallet requests: built, read back and, if no other request comes first, simulated. */
export type SwapPreview = {
  chainId: ChainId
  /** The account. */
  account: string
  /** The paid token. */
  from: SwappableToken
  to: SwappableToken
  quote: Quote
  /** Paid amount in base units. */
  fromAmount: bigint
  /** Paid amount as exact decimal text. */
  fromAmountText: string
  /** Quoted amount in base units. */
  toAmount: bigint
  /** Quoted amount as exact decimal text. */
  toAmountText: string
  /** Minimum received, in base units. The contract enforces it. */
  minimum: bigint
  /** The minimum as exact decimal text. */
  minimumText: string
  /** Percent by which the result may be below the quote. */
  slippage: number
  /** Value of the paid amount in US dollars; null if no price is known. */
  fromValue: number | null
  /** Value of the quoted amount in US dollars; null if no price is known. */
  toValue: number | null
  impact: PriceImpactLevel
  steps: readonly SwapStep[]
  /** The contract that may move exactly `fromAmount` of the source token; undefined for the native token. */
  spender: AccountId | undefined
  /** The call of the swap itself; absent if a permit has to be signed before it can be built. */
  call: TransactionCall | undefined
  /** Unix seconds after which the contract refuses the swap. */
  deadline: number
  /** Network cost of all steps: decimal text of the native token. */
  networkCostText: string
  networkCostValue: number | null
  nativeSymbol: string
}

/**
 * State of a swap. `working` waits for the wallet to answer the request of `step`, or for the block of an approval. `pending` waits for the
 * block of the swap.
 */
export type SwapState = {
  form: SwapForm
  issues: readonly SwapIssue[]
  pricing: SwapQuote
} & (
  | { status: 'editing' }
  | { status: 'preparing' }
  | { status: 'preview'; preview: SwapPreview }
  | { status: 'working'; preview: SwapPreview; step: SwapStep; waitsFor: 'wallet' | 'block' }
  | { status: 'pending'; preview: SwapPreview; transactionId: string; hash: string; slow: boolean }
  /** `received` is the amount according to the receipt, as decimal text; undefined if the receipt does not contain it. */
  | {
      status: 'confirmed'
      preview: SwapPreview
      transactionId: string
      hash: string
      received: string | undefined
    }
  | { status: 'failed'; preview: SwapPreview | undefined; hash: string | undefined; error: TransactionFailure }
)

/**
 * Swap tokens on one EVM chain: edit → quote → prepare → preview → (approve, permit or batch) → sign → pending → confirmed.
 *
 * @example
 * const [from, to] = await latchkey.swap.listTokens()
 * latchkey.swap.edit({ from, to, amount: '10' })
 * await latchkey.swap.prepare()
 * if (latchkey.swap.getState().status === 'preview') await latchkey.swap.confirm()
 */
export type SwapFeature = Readable<SwapState> & {
  /** Changes the form and fetches a quote 200 ms later. Returns to `editing` from any status except `working`. */
  edit: (form: Partial<SwapForm>) => void
  /** Exchanges the two tokens. The quoted amount becomes the amount. */
  flip: () => void
  /** Returns the largest amount of `from` as decimal text. For the native token, it reserves the network cost. */
  max: () => Promise<string>
  /** Keeps the quote fresh while at least one caller watches. @returns the function that stops watching */
  watch: () => () => void
  /** Lists the tokens that can be swapped on the current network, with their balances. @throws LatchkeyError */
  listTokens: () => Promise<readonly SwapToken[]>
  /** Fetches a quote, builds, reads back and simulates the swap. Ends in `preview`, in `editing` with issues, or in `failed`. */
  prepare: () => Promise<void>
  /**
   * Runs the steps of the preview. Sets the issue `price_impact_unconfirmed` if the impact is `confirm` or `unknown` and `acceptImpact` is
   * not set. Returns to a new preview if the price no longer gives the promised minimum.
   */
  confirm: (options?: { acceptImpact?: boolean }) => Promise<void>
  /** Empties the form. A submitted swap continues. Does nothing during a wallet request. */
  reset: () => void
}

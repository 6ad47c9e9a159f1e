import type { AccountId, ChainId, ErrorCode, PriceImpactLevel } from '@latchkey/protocol'
import type { ConvertToken, Quote } from '@latchkey/protocol/api'
import type { Readable } from '../store/Store.ts'
import type { TransactionCall, TransactionFailure } from '../transactions/TransactionsFeature.ts'

/** A token as the swap shows it; `balance` is what the account owns, decimal text, undefined while unknown. */
export type SwapToken = ConvertToken & { balance: string | undefined }

/** What the visitor chose. */
export type SwapForm = {
  from: ConvertToken | undefined
  to: ConvertToken | undefined
  /** As typed, of `from`; base units are worked out from its decimals. */
  amount: string
  /** Percent by which the result may be below the quote: 1 by default, 0.1 to 50. */
  slippage: number
}

/** A refusal that stands next to a form field; `transaction` is about the whole, and nothing was sent. */
export type SwapIssue = {
  field: 'from' | 'to' | 'amount' | 'slippage' | 'transaction'
  code: ErrorCode
  message: string
  /** An approval went through before: it stands, cost its network cost, and is not asked for again. */
  approvalStands?: boolean | undefined
}

/** The quote of the form as it stands: renewed every 10 s while somebody looks. */
export type SwapQuote = {
  status: 'idle' | 'loading' | 'ready' | 'failed'
  /** The newest; kept while a newer one is on its way, dropped when the form changes. */
  quote: Quote | undefined
  /** Decimal text of what comes out, and how many of `to` one of `from` is worth by it. */
  toAmountText: string | undefined
  rate: number | undefined
  /** Unix milliseconds. */
  updatedAt: number | undefined
  error: { code: ErrorCode; message: string } | undefined
}

/** What the wallet will be asked, in this order. `batch` is approval and swap in one, where the account can (EIP-5792). */
export type SwapStep = 'resetApproval' | 'approve' | 'permit' | 'swap' | 'batch'

/** Everything that the preview shows and the wallet is asked for: built, read back and, where nothing stands before it, simulated. */
export type SwapPreview = {
  chainId: ChainId
  /** The account. */
  account: string
  from: ConvertToken
  to: ConvertToken
  quote: Quote
  /** Base units, and exact decimal texts of them. */
  fromAmount: bigint
  fromAmountText: string
  toAmount: bigint
  toAmountText: string
  /** What the chain enforces. */
  minimum: bigint
  minimumText: string
  slippage: number
  /** Worth in usd where known. */
  fromValue: number | null
  toValue: number | null
  impact: PriceImpactLevel
  steps: readonly SwapStep[]
  /** Who may take the source token, exactly `fromAmount` of it; undefined for the native coin. */
  spender: AccountId | undefined
  /** The swap's own call; absent while a permit has to be signed before it can be built. */
  call: TransactionCall | undefined
  /** Unix seconds after which the chain refuses it. */
  deadline: number
  /** Of all steps, decimal text of the native coin, and in usd where known. */
  networkCostText: string
  networkCostValue: number | null
  nativeSymbol: string
}

/**
 * Where a swap stands. `working` asks the wallet for `step`, or waits until an approval is in a block; `pending` waits for the
 * swap's block.
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
  /** `received` is what the chain gave, decimal text; undefined when the receipt does not tell. */
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
  /** Changes the form; a new quote is asked for 200 ms later. From any status but `working` it returns to `editing`. */
  edit: (form: Partial<SwapForm>) => void
  /** Exchanges the two tokens; the quoted amount becomes the amount. */
  flip: () => void
  /** The largest amount of `from`, decimal text; the native coin keeps the network cost back. */
  max: () => Promise<string>
  /** Keeps the quote fresh while at least one caller watches. @returns the function that stops watching */
  watch: () => () => void
  /** The tokens that can be swapped on the network in use, with what the account owns of them. @throws LatchkeyError */
  listTokens: () => Promise<readonly SwapToken[]>
  /** Takes a fresh quote, builds, reads back and simulates; ends in `preview`, in `editing` with issues, or in `failed`. */
  prepare: () => Promise<void>
  /**
   * Goes through the previewed steps. Refused with the issue `price_impact_unconfirmed` when the impact is at `confirm` or `unknown`
   * and `acceptImpact` is not set; returns to a new preview when the price no longer gives the promised minimum.
   */
  confirm: (options?: { acceptImpact?: boolean }) => Promise<void>
  /** Empties the form. What was handed over goes on; while the wallet is asked it changes nothing. */
  reset: () => void
}

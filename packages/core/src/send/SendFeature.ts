import type { ChainId, ErrorCode } from '@latchkey/protocol'
import type { Balance } from '@latchkey/protocol/api'
import type { Readable } from '../store/Store.ts'
import type { Shortfall } from '../transactions/lackingCost.ts'
import type { TransactionFailure } from '../transactions/TransactionsFeature.ts'

/** Speed at which the payment should be confirmed. A higher one costs more. */
export type SendSpeed = 'standard' | 'fast' | 'instant'

export type SendForm = {
  /** The token to send; a row of the balances. */
  token: Balance | undefined
  /** As typed, in units of `token`. */
  sendTokenAmount: string
  /** As typed: an address, or a name with a dot in it. */
  receiverAddress: string
  /** Default `standard`. */
  speed: SendSpeed
}

/**
 * The receiver of the typed text. `none`: the text is empty or an address. A name is looked up 300 ms after the last key, and again for the
 * preview.
 */
export type SendReceiver =
  | { status: 'none' }
  | { status: 'resolving'; name: string }
  | {
      status: 'resolved'
      name: string /** Checksum address (EIP-55) on an EVM network. */
      address: string
      image: string | null
    }
  | { status: 'failed'; name: string; error: { code: ErrorCode; message: string } }

/** The price of a payment at one speed. */
export type SpeedPrice = {
  /**
   * Price per unit: wei per unit of gas; on Solana micro-lamports per compute unit, in addition to the fixed fee; on Bitcoin satoshis per
   * 1,000 virtual bytes.
   */
  gasPrice: bigint
  /** The price in the usual notation, for example `12 sat/vB`; undefined for families that show only the cost. */
  rateText?: string | undefined
  /** Network cost of a plain payment of the chosen token, as decimal text of the native token; undefined while unknown. */
  costText: string | undefined
  /**
   * Set on EVM networks. True if the cost is the limit of the payment as typed. False while its receiver or amount is missing or refused:
   * the cost is then that of a similar payment, and the limit may be higher.
   */
  isMost?: boolean | undefined
}

/**
 * An error beside a form field. `transaction` is an error of the wallet or the network about a preview (declined, account or network
 * changed); nothing was sent.
 */
export type SendIssue = {
  field: 'token' | 'sendTokenAmount' | 'receiverAddress' | 'transaction'
  code: ErrorCode
  message: string
  /** Set with `insufficient_gas`: the network cost, and the smaller amount that is left for it. */
  shortfall?: Shortfall | undefined
}

/**
 * A warning about a receiver.
 *
 * - `look-alike`: first and last characters are those of an address that the account dealt with, but not the middle (address poisoning).
 *   Show both in full.
 * - `unseen`: the account has not dealt with it, according to its latest transactions; `complete` if those are all.
 * - `own`: it is the sender.
 * - `token-contract`: it is the contract (Solana: the mint) of a token. Payments to it are usually lost.
 * - `program`: no key has this address (Solana). Only a program can return a payment.
 * - `token-account`: it is an account of this token (Solana), not a wallet.
 */
export type ReceiverNotice =
  | { type: 'look-alike'; knownAddress: string; source: 'history' | 'contacts' }
  | { type: 'unseen'; complete: boolean }
  | { type: 'own' }
  | { type: 'token-contract' }
  | { type: 'program' }
  | { type: 'token-account'; owner: string }

/** The transaction of a payment, as passed to the wallet. */
export type SendTransaction =
  /** Wei and gas units. */
  | { namespace: 'eip155'; to: string; value: bigint; data: `0x${string}`; gas: bigint; gasPrice: bigint }
  /** Lamports. Built again with a fresh blockhash for the wallet request. */
  | {
      namespace: 'solana'
      /** Undefined for SOL. */
      mint: string | undefined
      /** The program of the token: SPL Token or Token-2022. */
      tokenProgram: string | undefined
      /** The sender's account of the token. */
      source: string | undefined
      /** The receiver's account of the token. */
      destination: string | undefined
      /** The payment creates the receiver's account of the token, and pays its rent. */
      createsAccount: boolean
      rent: bigint
      /** Fee that the mint withholds (Token-2022), in base units; undefined if it has none. A higher fee makes the payment fail. */
      transferFee?: bigint | undefined
      computeUnitLimit: number
      /** Micro-lamports per compute unit. */
      computeUnitPrice: bigint
      fee: bigint
    }
  /** Satoshis. */
  | {
      namespace: 'bip122'
      /** BIP-174, base64, unsigned. */
      psbt: string
      inputs: readonly { txid: string; vout: number; value: bigint; address: string }[]
      outputs: readonly { address: string; value: bigint; isChange: boolean }[]
      fee: bigint
      /** Per 1,000 virtual bytes. */
      feeRate: bigint
      vsize: number
    }

/** The data of the preview and of the wallet request: built, decoded and simulated. */
export type SendPreview = {
  chainId: ChainId
  /** Address of the paying account. */
  from: string
  /** The receiver; a checksum address on an EVM network. */
  receiver: string
  /** The typed name, as resolved for this preview. */
  receiverName?: string | undefined
  /** Undefined without a warning, or if the activity could not be read. */
  receiverNotice?: ReceiverNotice | undefined
  token: Balance
  /** Base units. */
  amount: bigint
  /** Exact decimal text of `amount`. */
  amountText: string
  /** Value in US dollars; null without a price. */
  value: number | null
  /** Remaining balance of the token after the payment, as decimal text. */
  remainingText: string
  transaction: SendTransaction
  speed: SendSpeed
  /** Network cost, with the rent of a created account: decimal text of the native token. */
  networkCostText: string
  networkCostValue: number | null
  /** `high` if the visitor should check the fee (Bitcoin): 500 sat/vB or more, or at least a tenth of the amount and above 2,000 sat. */
  feeNotice?: 'high' | undefined
  nativeSymbol: string
  /** Transfer fee of the token as decimal text; null without a fee, or if `transferFeeChecked` is false. */
  transferFeeText: string | null
  /** Whether the node could determine the amount that arrives. */
  transferFeeChecked: boolean
}

/**
 * State of a send.
 *
 * - `signing`: waits for the wallet.
 * - `taken`: a smart account's wallet has accepted it, and reports the hash with the block.
 * - `pending`: waits for a block. After 25 s, `slow` is set; it is never called a failure. `reorged` if a reorganization removed its block.
 * - `uncertain`: the wallet was silent or the page was left. It may have been sent, and is looked for. It is never sent again
 *   automatically.
 * - `confirmed` (`final` 12 blocks later), `canceled` and `failed` are ends. Only a reorganization takes them back.
 */
export type SendState = {
  form: SendForm
  receiver: SendReceiver
  issues: readonly SendIssue[]
} & (
  | { status: 'editing' }
  | { status: 'preparing' }
  | { status: 'preview'; preview: SendPreview }
  | { status: 'signing'; preview: SendPreview }
  | { status: 'taken'; preview: SendPreview; transactionId: string }
  | {
      status: 'pending'
      preview: SendPreview
      transactionId: string
      hash: string
      slow: boolean
      reorged: boolean
    }
  | {
      status: 'confirmed'
      preview: SendPreview
      transactionId: string
      hash: string
      block: bigint
      final: boolean
    }
  | { status: 'canceled'; preview: SendPreview; transactionId: string; hash: string }
  /** `error` is the error of the wallet, if it returned one. */
  | { status: 'uncertain'; preview: SendPreview; transactionId: string; error?: TransactionFailure | undefined }
  | {
      status: 'failed'
      preview: SendPreview | undefined
      hash: string | undefined
      /** Set after the submission. */
      transactionId?: string | undefined
      error: TransactionFailure
    }
)

/**
 * Sends the native token or another one: edit → prepare → preview → sign → pending → confirmed.
 *
 * @example
 * const [token] = latchkey.balances.getState().data ?? []
 * latchkey.send.edit({ token, sendTokenAmount: '0.5', receiverAddress: 'ada.eth' })
 * await latchkey.send.prepare()
 * if (latchkey.send.getState().status === 'preview') await latchkey.send.confirm()
 */
export type SendFeature = Readable<SendState> & {
  /** Changes the form. Returns to `editing` from any status except `signing`. */
  edit: (form: Partial<SendForm>) => void
  /**
   * Returns the largest amount of the chosen token that can be sent, as decimal text. For the native token, it reserves the network cost.
   */
  max: () => Promise<string>
  /**
   * Returns the prices of the three speeds on the current network, from the server or, if that has none, from the node. The costs are
   * those of the typed payment, as far as it is known.
   * @throws LatchkeyError
   */
  gasPrices: () => Promise<Record<SendSpeed, SpeedPrice>>
  /** Checks the form, builds, decodes and simulates. Ends in `preview`, in `editing` with issues, or in `failed`. */
  prepare: () => Promise<void>
  /** Passes the previewed transaction to the wallet, once. Fails if account or network changed since the preview. */
  confirm: () => Promise<void>
  /** Empties the form. A submitted transaction continues. Does nothing during a wallet request. */
  reset: () => void
}

import type { ChainId, ErrorCode } from '@latchkey/protocol'
import type { Balance } from '@latchkey/protocol/api'
import type { Readable } from '../store/Store.ts'
import type { TransactionFailure } from '../transactions/TransactionsFeature.ts'

/** How much is offered for the network to be quick. */
export type SendSpeed = 'standard' | 'fast' | 'instant'

/** What the visitor typed. */
export type SendForm = {
  /** The asset to send; a row of the balances. */
  token: Balance | undefined
  /** As typed; base units are worked out from `token.quantity.decimals`. */
  sendTokenAmount: string
  /** As typed: an address, or a name with a dot in it. */
  receiverAddress: string
  /** `standard` unless chosen. */
  speed: SendSpeed
}

/**
 * Whom the typed text stands for. `none`: it is empty, or an address. A name is looked up 300 ms after the last key, and once more
 * for the preview.
 */
export type SendReceiver =
  | { status: 'none' }
  | { status: 'resolving'; name: string }
  | { status: 'resolved'; name: string /** EIP-55. */; address: string; image: string | null }
  | { status: 'failed'; name: string; error: { code: ErrorCode; message: string } }

/** What a payment costs at one speed. */
export type SpeedPrice = {
  /**
   * The price of a unit of what the network does: wei for a unit of gas; on Solana micro-lamports for a compute unit, beside the fixed
   * fee; on Bitcoin satoshi for 1,000 virtual bytes.
   */
  gasPrice: bigint
  /** The price as the family's people write it, for example `12 sat/vB`; undefined where they look at the cost alone. */
  rateText?: string | undefined
  /** What the network takes for a plain payment of the chosen token, decimal text of the native coin; undefined while that is not known. */
  costText: string | undefined
}

/**
 * A refusal that stands next to a form field, or above the whole: `transaction` is what the wallet or the network said
 * about a preview (declined, account or network changed); nothing was sent.
 */
export type SendIssue = {
  field: 'token' | 'sendTokenAmount' | 'receiverAddress' | 'transaction'
  code: ErrorCode
  message: string
}

/**
 * What is remarkable about a receiver. `look-alike`: its ends are those of an address that the account dealt with, the
 * middle is not (address poisoning): show both whole. `unseen`: the account has not dealt with it, as far as its latest
 * transactions say; `complete` when those are all. `own`: it is the sender. `token-contract`: it is the contract (Solana: the mint) of a token, from
 * which nobody gets anything back. `program`: no key has this address (Solana), a program may or may not give back what is sent there.
 * `token-account`: it is somebody's account of this very token (Solana), not a wallet.
 */
export type ReceiverNotice =
  | { type: 'look-alike'; knownAddress: string; source: 'history' | 'contacts' }
  | { type: 'unseen'; complete: boolean }
  | { type: 'own' }
  | { type: 'token-contract' }
  | { type: 'program' }
  | { type: 'token-account'; owner: string }

/** The transaction of a payment, as the wallet gets it. */
export type SendTransaction =
  /** Wei and gas units. */
  | { namespace: 'eip155'; to: string; value: bigint; data: `0x${string}`; gas: bigint; gasPrice: bigint }
  /** Lamports. It is written out anew, with a fresh blockhash, when the wallet is asked. */
  | {
      namespace: 'solana'
      /** Undefined for SOL. */
      mint: string | undefined
      /** The program that has the token: SPL Token or Token-2022. */
      tokenProgram: string | undefined
      /** The sender's account of the token. */
      source: string | undefined
      /** The receiver's account of the token. */
      destination: string | undefined
      /** The payment makes the receiver's account of the token, and pays its rent. */
      createsAccount: boolean
      rent: bigint
      /** What the mint withholds (Token-2022), base units; undefined where it has no such fee. More than this makes the payment fail. */
      transferFee?: bigint | undefined
      computeUnitLimit: number
      /** Micro-lamports for a compute unit. */
      computeUnitPrice: bigint
      fee: bigint
    }
  /** Satoshi. */
  | {
      namespace: 'bip122'
      /** BIP-174, base64, unsigned. */
      psbt: string
      inputs: readonly { txid: string; vout: number; value: bigint; address: string }[]
      outputs: readonly { address: string; value: bigint; isChange: boolean }[]
      fee: bigint
      /** For 1,000 virtual bytes. */
      feeRate: bigint
      vsize: number
    }

/** Everything that the preview shows and that the wallet will be asked to sign; built, decoded and simulated. */
export type SendPreview = {
  chainId: ChainId
  from: string
  /** The receiver; EIP-55 checksummed on an EVM network. */
  receiver: string
  /** The name that was typed for it, as it was resolved for this preview. */
  receiverName?: string | undefined
  /** Undefined when there is nothing to say, or the history could not be read. */
  receiverNotice?: ReceiverNotice | undefined
  token: Balance
  /** Base units. */
  amount: bigint
  /** Exact decimal text of `amount`. */
  amountText: string
  /** Worth in usd; null when no price is known. */
  value: number | null
  /** What the account has left of the token afterwards, decimal text. */
  remainingText: string
  transaction: SendTransaction
  speed: SendSpeed
  /** What the network takes, rent of an account that it makes included, as decimal text of the native coin, and in usd where known. */
  networkCostText: string
  networkCostValue: number | null
  /** `high`: the network takes 500 sat/vB or more, or a tenth of the amount or more and above 2,000 sat (Bitcoin): have the owner look at it. */
  feeNotice?: 'high' | undefined
  nativeSymbol: string
  /** What the token takes on the way, decimal text; null when it takes nothing, or when `transferFeeChecked` is false. */
  transferFeeText: string | null
  /** Whether the node could tell what arrives at the receiver. */
  transferFeeChecked: boolean
}

/**
 * Where a send stands. `signing` waits for the wallet; `pending` waits for a block (25 s, then `slow` is set: it is never
 * called a failure; `reorged` when the chain gave up the block that it was in); `taken` does so, too, for a smart account, whose wallet tells the hash with
 * the block. `uncertain`: the wallet fell silent or the page was
 * left meanwhile: it may have been sent, and is looked for; nothing is sent again by itself. `confirmed` (`final` 12 blocks later),
 * `canceled` and `failed` are ends, which only a chain that gives up a block takes back.
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
  /** `error` is what the wallet said, where it said something. */
  | { status: 'uncertain'; preview: SendPreview; transactionId: string; error?: TransactionFailure | undefined }
  | {
      status: 'failed'
      preview: SendPreview | undefined
      hash: string | undefined
      /** Set once it was handed over. */
      transactionId?: string | undefined
      error: TransactionFailure
    }
)

/**
 * Send the native coin or a token: edit → prepare → preview → sign → pending → confirmed.
 *
 * @example
 * const [token] = latchkey.balances.getState().data ?? []
 * latchkey.send.edit({ token, sendTokenAmount: '0.5', receiverAddress: 'ada.eth' })
 * await latchkey.send.prepare()
 * if (latchkey.send.getState().status === 'preview') await latchkey.send.confirm()
 */
export type SendFeature = Readable<SendState> & {
  /** Changes the form; from any status but `signing` it returns to `editing`. */
  edit: (form: Partial<SendForm>) => void
  /** The largest amount that can be sent of the chosen token, decimal text; the native coin keeps its network cost back. */
  max: () => Promise<string>
  /**
   * What the three speeds cost on the network in use, by the server, or by the network's own price where that does not know.
   * @throws LatchkeyError
   */
  gasPrices: () => Promise<Record<SendSpeed, SpeedPrice>>
  /** Checks the form, builds, decodes and simulates; ends in `preview`, or in `editing` with issues, or in `failed`. */
  prepare: () => Promise<void>
  /** Hands the previewed transaction to the wallet, once. Refuses when account or network changed since the preview. */
  confirm: () => Promise<void>
  /** Empties the form. A transaction that was handed over goes on; while the wallet is asked it changes nothing. */
  reset: () => void
}

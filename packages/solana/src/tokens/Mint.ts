import type { TokenProgram } from '../address/programs.ts'

/** What a mint of Token-2022 withholds of a transfer from an epoch on. */
export type TransferFee = {
  epoch: bigint
  /** Base units. */
  maximum: bigint
  basisPoints: number
}

/** A mint's two fees: `newer` counts from its epoch on, `older` until then. */
export type TransferFeeConfig = {
  authority: string | undefined
  withdrawAuthority: string | undefined
  older: TransferFee
  newer: TransferFee
}

/** What a mint of Token-2022 has beyond the common part; a member is there when the mint has the extension. */
export type MintExtensions = {
  transferFee?: TransferFeeConfig
  closeAuthority?: string | undefined
  /** The state in which every new account starts. */
  defaultState?: 'initialized' | 'frozen' | 'unknown'
  nonTransferable?: true
  interest?: { authority: string | undefined; basisPoints: number }
  /** May move and burn the tokens of every holder. */
  permanentDelegate?: string | undefined
  /** Runs with every transfer; `program` undefined where none is set. */
  transferHook?: { authority: string | undefined; program: string | undefined }
  metadataPointer?: { authority: string | undefined; address: string | undefined }
  /** What the token calls itself: nobody checked it. */
  metadata?: { updateAuthority: string | undefined; mint: string; name: string; symbol: string; uri: string }
  /** What is shown is the amount times this; `next` from that moment on (seconds since 1970). */
  scaledAmount?: { authority: string | undefined; multiplier: number; next: { multiplier: number; from: bigint } }
  pausable?: { authority: string | undefined; paused: boolean }
  confidentialTransfers?: true
  /** Numbers of extensions that are not read here. */
  others: readonly number[]
}

/** A mint: what all of one token's accounts share. */
export type Mint = {
  program: TokenProgram
  /** Base units. */
  supply: bigint
  decimals: number
  /** Undefined: nobody can make more. */
  mintAuthority: string | undefined
  /** Undefined: nobody can freeze accounts. */
  freezeAuthority: string | undefined
  extensions: MintExtensions
}

/** What an account of Token-2022 has beyond the common part. */
export type TokenAccountExtensions = {
  /** Withheld of what arrived here; it is not the owner's. */
  withheldFee?: bigint
  immutableOwner?: true
  /** Transfers to it need a memo before them. */
  requiresMemo?: boolean
  /** What programs may do in the owner's name is limited. */
  cpiGuard?: boolean
  others: readonly number[]
}

/** An account that holds some of one token. */
export type TokenAccount = {
  program: TokenProgram
  mint: string
  owner: string
  /** Base units. */
  amount: bigint
  /** May move up to `delegatedAmount` of it. */
  delegate: string | undefined
  delegatedAmount: bigint
  state: 'initialized' | 'frozen'
  /** Wrapped SOL: the lamports that are rent, and no amount. */
  nativeReserve: bigint | undefined
  closeAuthority: string | undefined
  extensions: TokenAccountExtensions
}

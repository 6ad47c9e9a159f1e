import type { TokenProgram } from '../address/programs.ts'

/** Fee that a mint of Token-2022 withholds from a transfer, from an epoch on. */
export type TransferFee = {
  epoch: bigint
  /** Base units. */
  maximum: bigint
  basisPoints: number
}

/** A mint's two fees: `newer` applies from its epoch on, `older` until then. */
export type TransferFeeConfig = {
  authority: string | undefined
  withdrawAuthority: string | undefined
  older: TransferFee
  newer: TransferFee
}

/** Extensions of a Token-2022 mint. A member is present if the mint has the extension. */
export type MintExtensions = {
  transferFee?: TransferFeeConfig
  closeAuthority?: string | undefined
  /** The state in which every new account starts. */
  defaultState?: 'initialized' | 'frozen' | 'unknown'
  nonTransferable?: true
  interest?: { authority: string | undefined; basisPoints: number }
  /** Can move and burn the tokens of every holder. */
  permanentDelegate?: string | undefined
  /** Runs with every transfer; `program` is undefined if none is set. */
  transferHook?: { authority: string | undefined; program: string | undefined }
  metadataPointer?: { authority: string | undefined; address: string | undefined }
  /** Name and symbol that the token claims, unverified. */
  metadata?: { updateAuthority: string | undefined; mint: string; name: string; symbol: string; uri: string }
  /** Factor between the amount and its displayed value; `next` applies from that time on (seconds since 1970). */
  scaledAmount?: { authority: string | undefined; multiplier: number; next: { multiplier: number; from: bigint } }
  pausable?: { authority: string | undefined; paused: boolean }
  confidentialTransfers?: true
  /** Numbers of extensions that are not parsed here. */
  others: readonly number[]
}

/** A mint: the data that all accounts of a token share. */
export type Mint = {
  program: TokenProgram
  /** Base units. */
  supply: bigint
  decimals: number
  /** Undefined: no more can be minted. */
  mintAuthority: string | undefined
  /** Undefined: accounts cannot be frozen. */
  freezeAuthority: string | undefined
  extensions: MintExtensions
}

/** Extensions of a Token-2022 account. */
export type TokenAccountExtensions = {
  /** Withheld from received amounts; not the owner's. */
  withheldFee?: bigint
  immutableOwner?: true
  /** Transfers to it need a memo before them. */
  requiresMemo?: boolean
  /** Limits the actions of programs in the owner's name. */
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
  /** Can move up to `delegatedAmount` of it. */
  delegate: string | undefined
  delegatedAmount: bigint
  state: 'initialized' | 'frozen'
  /** Wrapped SOL: the lamports that are rent, and not part of the amount. */
  nativeReserve: bigint | undefined
  closeAuthority: string | undefined
  extensions: TokenAccountExtensions
}

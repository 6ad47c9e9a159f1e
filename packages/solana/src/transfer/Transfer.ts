import type { TokenProgram } from '../address/programs.ts'

/** Token, amount and accounts of a token payment. */
export type TokenTransfer = {
  mint: string
  program: TokenProgram
  decimals: number
  /** The account that pays. */
  source: string
  destination: string
  /** Whether the payment creates `destination`, the receiver's associated account, if it does not exist. */
  createsDestination: boolean
  /** Base units that the mint withholds; undefined without such a fee. */
  fee: bigint | undefined
}

/** A plain payment. */
export type Transfer = {
  /** Pays the amount and the network's fee, and signs for both. */
  from: string
  /**
   * The receiver. SOL goes to this account. For a token it is the owner of `destination`, and undefined if `destination` is not
   * created, because then the bytes do not contain its owner.
   */
  receiver: string | undefined
  /** Lamports, or base units of the token. */
  amount: bigint
  /** Undefined: SOL. */
  token: TokenTransfer | undefined
}

/** Priority fee of a payment. */
export type ComputeBudget = {
  /** Maximum compute units of the transaction; default: the network's. */
  unitLimit: number | undefined
  /** Millionths of a lamport for each unit of the limit; default: none. */
  unitPrice: bigint | undefined
}

/** A plain payment as read from the bytes of a transaction. */
export type ReadTransfer = Transfer &
  ComputeBudget & {
    /** Number of assertions that a wallet added: Lighthouse instructions that can only make the transaction fail. */
    assertions: number
    blockhash: string
  }

import type { TokenProgram } from '../address/programs.ts'

/** What a payment of a token moves, and from which account to which. */
export type TokenTransfer = {
  mint: string
  program: TokenProgram
  decimals: number
  /** The account that it comes from, and the one that it goes to. */
  source: string
  destination: string
  /** Whether the payment makes `destination`, the receiver's associated account, where that is not there yet. */
  createsDestination: boolean
  /** Base units that the mint withholds on the way; undefined where it has no such fee. */
  fee: bigint | undefined
}

/** A plain payment. */
export type Transfer = {
  /** Pays the amount and the network's fee, and signs for both. */
  from: string
  /**
   * Who is paid. SOL goes to this account; of a token it is the owner of `destination`, and undefined where `destination` is not made
   * and the bytes therefore do not say whose it is.
   */
  receiver: string | undefined
  /** Lamports, or base units of the token. */
  amount: bigint
  /** Undefined: SOL. */
  token: TokenTransfer | undefined
}

/** What a payment offers for its place in a block. */
export type ComputeBudget = {
  /** Compute units that the transaction may use; the network's default where left out. */
  unitLimit: number | undefined
  /** Millionths of a lamport for each unit of the limit; nothing where left out. */
  unitPrice: bigint | undefined
}

/** A plain payment as the bytes of a transaction say it. */
export type ReadTransfer = Transfer &
  ComputeBudget & {
    /** How many assertions a wallet has added: instructions of Lighthouse that can only make the transaction fail. */
    assertions: number
    blockhash: string
  }

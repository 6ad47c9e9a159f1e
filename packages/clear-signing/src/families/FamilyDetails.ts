import type { FamilyPayload } from './FamilyPayload.ts'

/** What a description has beside of what all families have in common. Plain data. */
export type FamilyDetails = {
  /** What is signed; null where there is nothing that may be. */
  payload: FamilyPayload | null
  /** Of a Bitcoin transaction: where its coins come from and where they go. */
  coins?: CoinMovement | undefined
  /** Of Solana: what the chain said, by which the bytes were read; they are read by it once more when they are signed. */
  facts?: SolanaFacts | undefined
}

/** The inputs and outputs of a transaction, in their order. */
export type CoinMovement = {
  inputs: readonly CoinInput[]
  outputs: readonly CoinOutput[]
  /** Of the coin that all amounts are of. */
  symbol: string
}

/** A coin that is spent. */
export type CoinInput = {
  /** `txid:vout`. */
  outpoint: string
  /** Null: a script without an address. */
  address: string | null
  /** Satoshis; null: not known. */
  amount: bigint | null
  amountText: string | null
  /** Whose it is: `payment` and `ordinal` are the visitor's own. */
  owner: 'payment' | 'ordinal' | 'other'
  /** The request asks for a signature of it. */
  isSigned: boolean
  /** What the signature holds fast, where that is less than everything: `NONE`, `SINGLE`, `ALL|ANYONECANPAY` and so on. */
  sighash: string | null
}

/** A coin that is made. */
export type CoinOutput = {
  /** Null: data, or a script without an address. */
  address: string | null
  /** Satoshis. */
  amount: bigint
  amountText: string
  /** `change` and `own` come back to the visitor: to an address that the wallet knows as its own, and nothing else counts. */
  kind: 'receiver' | 'change' | 'own' | 'data' | 'script'
  /** Hex: of data and of scripts without an address. */
  data: string | null
}

/** What the chain said of the accounts that a transaction names. Addresses in base58. */
export type SolanaFacts = {
  /** The addresses of each lookup table. */
  tables: Readonly<Record<string, readonly string[]>>
  tokenAccounts: Readonly<Record<string, { mint: string; owner: string }>>
  mints: Readonly<Record<string, { decimals: number }>>
}

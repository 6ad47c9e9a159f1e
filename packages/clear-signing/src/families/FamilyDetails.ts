import type { FamilyPayload } from './FamilyPayload.ts'

/** Family-specific part of a description. Plain data. */
export type FamilyDetails = {
  /** Payload to sign; null if nothing may be signed. */
  payload: FamilyPayload | null
  /** Bitcoin: sources and destinations of a transaction's coins. */
  coins?: CoinMovement | undefined
  /** Solana: chain data with which the bytes were read. The signed bytes are read with it again. */
  facts?: SolanaFacts | undefined
}

/** The inputs and outputs of a transaction, in their order. */
export type CoinMovement = {
  inputs: readonly CoinInput[]
  outputs: readonly CoinOutput[]
  /** Symbol of the token of all amounts. */
  symbol: string
}

/** A spent coin. */
export type CoinInput = {
  /** `txid:vout`. */
  outpoint: string
  /** Null: a script without an address. */
  address: string | null
  /** Satoshis; null: not known. */
  amount: bigint | null
  amountText: string | null
  /** Owner: `payment` and `ordinal` are the visitor's own. */
  owner: 'payment' | 'ordinal' | 'other'
  /** Whether the request asks for its signature. */
  isSigned: boolean
  /** Signature type if it does not cover everything: `NONE`, `SINGLE`, `ALL|ANYONECANPAY` and so on. */
  sighash: string | null
}

/** A created coin. */
export type CoinOutput = {
  /** Null: data, or a script without an address. */
  address: string | null
  /** Satoshis. */
  amount: bigint
  amountText: string
  /** `change` and `own` return to the visitor: only addresses that the wallet knows as its own count. */
  kind: 'receiver' | 'change' | 'own' | 'data' | 'script'
  /** Hex, for data and for scripts without an address. */
  data: string | null
}

/** The chain's data of a transaction's accounts. Addresses in base58. */
export type SolanaFacts = {
  /** The addresses of each lookup table. */
  tables: Readonly<Record<string, readonly string[]>>
  tokenAccounts: Readonly<Record<string, { mint: string; owner: string }>>
  mints: Readonly<Record<string, { decimals: number }>>
}

/** Somebody whose history is poisoned. Addresses in lower case. */
export type CorpusVictim = {
  account: string
  /** Whom the account itself paid or called. */
  paid: readonly string[]
  /** Those among them whom the visitor has as contacts. */
  contacts: readonly string[]
}

/** An address that a victim is about to pay, in whatever spelling. */
export type CorpusReceiver = {
  victim: CorpusVictim
  address: string
  /** `weak`: a forgery that shares less than a shortened address shows. */
  type: 'attack' | 'honest' | 'weak'
  kind: string
}

/** What a transaction moves. */
export type CorpusAsset = {
  type: 'native' | 'erc20' | 'erc721'
  /** Lower case; 0xeeee…eeee for the native coin. */
  address: string
  name: string
  symbol: string
  decimals: number
  /** Whether the operator vouches for it. */
  listed: boolean
  /** usd; null when nobody knows. */
  price: number | null
}

/** A transaction in which a victim's address occurs. */
export type CorpusTransaction = {
  victim: CorpusVictim
  type: 'attack' | 'honest'
  kind: string
  /** Who signed it. */
  sender: string
  receiver: string
  selector: string | null
  transfers: readonly { asset: CorpusAsset; from: string; to: string; amount: bigint }[]
}

/** A token that says who it is. */
export type CorpusSymbol = { type: 'attack' | 'honest'; kind: string; name: string; symbol: string }

/** Attacks by address poisoning (Tsuchiya and others, USENIX Security 2025, describe them), among honest traffic. */
export type PoisoningCorpus = {
  receivers: readonly CorpusReceiver[]
  transactions: readonly CorpusTransaction[]
  symbols: readonly CorpusSymbol[]
  /** Symbols of the tokens that the operator vouches for. */
  listed: readonly string[]
}

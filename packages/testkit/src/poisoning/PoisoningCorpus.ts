/** An account with a poisoned history. Addresses in lower case. */
export type CorpusVictim = {
  account: string
  /** Addresses that the account itself paid or called. */
  paid: readonly string[]
  /** The addresses among them that are in the visitor's contacts. */
  contacts: readonly string[]
}

/** An address that a victim is about to pay, in any spelling. */
export type CorpusReceiver = {
  victim: CorpusVictim
  address: string
  /** `weak`: a forgery that matches less than a shortened address shows. */
  type: 'attack' | 'honest' | 'weak'
  kind: string
}

/** The asset that a transaction moves. */
export type CorpusAsset = {
  type: 'native' | 'erc20' | 'erc721'
  /** Lower case; 0xeeee…eeee for the native coin. */
  address: string
  name: string
  symbol: string
  decimals: number
  /** Whether the operator lists it as trusted. */
  listed: boolean
  /** usd; null if unknown. */
  price: number | null
}

/** A transaction that contains a victim's address. */
export type CorpusTransaction = {
  victim: CorpusVictim
  type: 'attack' | 'honest'
  kind: string
  /** The signer. */
  sender: string
  receiver: string
  selector: string | null
  transfers: readonly { asset: CorpusAsset; from: string; to: string; amount: bigint }[]
}

/** A token's own name and symbol. */
export type CorpusSymbol = { type: 'attack' | 'honest'; kind: string; name: string; symbol: string }

/** Address poisoning attacks among honest traffic. Source: Tsuchiya and others, USENIX Security 2025. */
export type PoisoningCorpus = {
  receivers: readonly CorpusReceiver[]
  transactions: readonly CorpusTransaction[]
  symbols: readonly CorpusSymbol[]
  /** Symbols of the tokens that the operator lists as trusted. */
  listed: readonly string[]
}

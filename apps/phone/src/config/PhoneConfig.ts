/** A network of the demo phone. `id` is the EIP-155 number. */
export type PhoneChain = { id: number; name: string; rpcUrl: string; nativeSymbol: string }

/** A network of another family: `chain` is CAIP-2, `rpcUrl` its JSON-RPC, of a Bitcoin network an Esplora API. */
export type PhoneNetwork = { chain: string; name: string; rpcUrl: string; nativeSymbol: string }

/** Another family of the phone: a test key for each of its accounts, and networks. */
export type PhoneFamily = {
  accounts: readonly [PhoneKey, ...PhoneKey[]]
  networks: readonly [PhoneNetwork, ...PhoneNetwork[]]
  /** Symbols of tokens by their address (of Solana the mint). */
  tokens: Readonly<Record<string, string>>
}

/** A token that whoever runs the demo vouches for: amounts of it are written with its symbol. */
export type PhoneToken = { chainId: number; address: `0x${string}`; symbol: string; name: string; decimals: number }

/** A key that is as public as this page: of a local chain, never of one where money is. */
export type PhoneKey = { name: string; privateKey: `0x${string}` }

/** What lies beside the page as `/phone.json`. */
export type PhoneConfig = {
  /** `ws(s)://…/relay` */
  relayUrl: string
  projectId: string
  chains: readonly [PhoneChain, ...PhoneChain[]]
  /** Test keys, or the words that they come from (BIP-39, `m/44'/60'/0'/0/n`). */
  accounts: { keys: readonly [PhoneKey, ...PhoneKey[]] } | { mnemonic: string; count: number }
  /** The phone is one of Solana and Bitcoin, too. */
  families: { solana?: PhoneFamily; bip122?: PhoneFamily }
  tokens: readonly PhoneToken[]
  /** Origins whose pictures are shown: those of the local sites. */
  imageOrigins: readonly string[]
}

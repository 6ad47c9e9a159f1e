/** A network of the demo phone. `id` is the EIP-155 chain ID. */
export type PhoneChain = { id: number; name: string; rpcUrl: string; nativeSymbol: string }

/** A network of another family: `chain` is CAIP-2, `rpcUrl` its JSON-RPC, or for Bitcoin an Esplora API. */
export type PhoneNetwork = { chain: string; name: string; rpcUrl: string; nativeSymbol: string }

/** Another family of the phone: a test key for each of its accounts, and its networks. */
export type PhoneFamily = {
  accounts: readonly [PhoneKey, ...PhoneKey[]]
  networks: readonly [PhoneNetwork, ...PhoneNetwork[]]
  /** Symbols of tokens by their address (for Solana the mint). */
  tokens: Readonly<Record<string, string>>
}

/** A token that the operator of the demo lists: amounts show its symbol. */
export type PhoneToken = { chainId: number; address: `0x${string}`; symbol: string; name: string; decimals: number }

/** A public test key. Use it only on a local chain, never on one with real money. */
export type PhoneKey = { name: string; privateKey: `0x${string}` }

/** The configuration `/phone.json` beside the page. */
export type PhoneConfig = {
  /** `ws(s)://…/relay` */
  relayUrl: string
  projectId: string
  chains: readonly [PhoneChain, ...PhoneChain[]]
  /** Test keys, or the recovery phrase from which they are derived (BIP-39, `m/44'/60'/0'/0/n`). */
  accounts: { keys: readonly [PhoneKey, ...PhoneKey[]] } | { mnemonic: string; count: number }
  /** Optional Solana and Bitcoin families. */
  families: { solana?: PhoneFamily; bip122?: PhoneFamily }
  tokens: readonly PhoneToken[]
  /** Origins whose pictures can be shown: those of the local sites. */
  imageOrigins: readonly string[]
}

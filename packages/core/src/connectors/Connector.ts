import type { ChainId, ChainNamespace } from '@latchkey/protocol'
import type { Network } from '../chains/Network.ts'

/** An EIP-1193 provider. */
export type Eip1193Provider = {
  request: (args: { method: string; params?: unknown }) => Promise<unknown>
  on?: (event: string, listener: (...args: never[]) => void) => unknown
  removeListener?: (event: string, listener: (...args: never[]) => void) => unknown
}

/** Requests to a Solana wallet. Bytes are in the wire format: a whole serialized transaction, or an ed25519 signature of 64 bytes. */
export type SolanaProvider = {
  signMessage: (options: { address: string; message: Uint8Array }) => Promise<{ signature: Uint8Array }>
  signTransaction: (options: { address: string; transaction: Uint8Array; chainId: ChainId }) => Promise<Uint8Array>
  /** @returns the signature in base58, which is the transaction ID */
  signAndSendTransaction: (options: {
    address: string
    transaction: Uint8Array
    chainId: ChainId
  }) => Promise<{ signature: string }>
}

/** Requests to a Bitcoin wallet. Amounts are in satoshis; a PSBT is BIP-174 in base64. */
export type BitcoinProvider = {
  /** @returns the signature in base64: BIP-322, or the legacy form (`ecdsa`) */
  signMessage: (options: {
    address: string
    message: string
    protocol?: 'bip322' | 'ecdsa'
  }) => Promise<{ signature: string }>
  /** @param options.inputs inputs to sign, with the address of each */
  signPsbt: (options: {
    psbt: string
    inputs: readonly { index: number; address: string }[]
    broadcast?: boolean
  }) => Promise<{ psbt: string; txid?: string }>
  sendTransfer: (options: { address: string; receiver: string; amount: bigint }) => Promise<{ txid: string }>
}

/** Provider types by network family. */
export type Providers = { eip155: Eip1193Provider; solana: SolanaProvider; bip122: BitcoinProvider }

/** How the kit reaches a wallet. */
export type ConnectorType = 'injected' | 'embedded' | 'safe' | 'smartWallet' | 'walletConnect'

/** Name and icon that the wallet announces. */
export type ConnectorInfo = {
  /**
   * Stable between visits and unique among all families. The rdns of an EIP-6963 wallet, `solana:<name>` and `bip122:<name>` for the Wallet
   * Standard, else an ID of the kit (`injected`, `latchkey`, `safe`, `walletConnect`, …).
   */
  id: string
  /** The connector's family. A wallet of several families has a connector for each. */
  namespace: ChainNamespace
  name: string
  /** A `data:` URI or a first-party URL; null if the wallet gave none that is safe to show. */
  icon: string | null
  rdns: string | null
  type: ConnectorType
  /**
   * Whether it sends a transaction with the given nonce, so that a transaction can be replaced. Most wallets choose the nonce, and a
   * replacement would pay twice. The embedded wallet always accepts one.
   */
  takesNonce?: boolean
  /** Its provider is part of the kit, and can find the answer to a request by its ID after a reload (`NamedRequest`). */
  namesRequests?: boolean
}

/** The type of an address. `payment`, `ordinal` and `stx` are the purposes of a Bitcoin wallet's addresses. */
export type AccountType = 'eoa' | 'smartAccount' | 'payment' | 'ordinal' | 'stx'

/** One address that a wallet shared (specification 3, "Account"). */
export type WalletAccount = {
  namespace: ChainNamespace
  /** Checksum address (EIP-55) for `eip155`. */
  address: string
  type: AccountType
  /** Hexadecimal, if the wallet reports it. */
  publicKey?: string
  /** BIP-32, if the wallet reports it. */
  path?: string
}

/** The two account types of the embedded wallet (specification 4). */
export type PreferredAccountType = 'eoa' | 'smartAccount'

/** State of a wallet with a smart account in addition to its EOA, on the current network. */
export type SmartAccountFacts = {
  /** Preferred account on this network, as the wallet reports it. Always `eoa` on networks without smart accounts. */
  preferredAccountType?: PreferredAccountType | undefined
  /** Whether the smart account's contract is deployed on the network. The first operation deploys it. */
  smartAccountDeployed?: boolean | undefined
}

/** Accounts and network of a connected wallet. */
export type ConnectorSession = SmartAccountFacts & {
  accounts: readonly [WalletAccount, ...WalletAccount[]]
  /** The wallet's current network, which the app may not support. Never guessed. */
  chainId: ChainId
}

/** Events of a connected wallet. */
export type ConnectorEvent =
  /** Contains the network if both changed at once, so that an account is never shown on a network without it. */
  | ({ type: 'accountsChanged'; accounts: readonly WalletAccount[]; chainId?: ChainId } & SmartAccountFacts)
  | { type: 'chainChanged'; chainId: ChainId }
  /** With `isSignedOut`, the embedded wallet has no visitor anymore, which ends its connections in all families. */
  | { type: 'disconnected'; isSignedOut?: boolean }

/** Connects one wallet in one network family. */
export type Connector = {
  info: ConnectorInfo
  /**
   * Asks the wallet for accounts. With `silent`, it must never open a prompt, and returns undefined if the wallet would have to ask.
   * `chainId` is the app's preferred network, for wallets without a current network.
   */
  connect: (options: {
    silent: boolean
    signal: AbortSignal
    chainId?: ChainId | undefined
  }) => Promise<ConnectorSession | undefined>
  /** Ends the connection, and revokes the permission in the wallet if possible. Never rejects because the wallet is gone. */
  disconnect: () => Promise<void>
  /** Returns the provider of the connector's family. */
  getProvider: () => Providers[ChainNamespace]
  /**
   * Switches the wallet to a network of its family. Missing for EIP-1193 wallets, which all switch in the same way
   * (`networks/switchWalletNetwork.ts`). @throws LatchkeyError `chain_not_on_connector`
   */
  switchNetwork?: (options: { network: Network }) => Promise<void>
  /**
   * Sets the wallet's preferred account type (embedded wallet). The change event precedes the result.
   * @throws LatchkeyError `smart_account_unavailable`
   */
  setPreferredAccountType?: (options: { type: PreferredAccountType; chainId: ChainId }) => Promise<void>
  /** Lists the networks on which the wallet has a smart account (embedded wallet). Missing if there are none. */
  listSmartNetworks?: () => Promise<readonly ChainId[]>
  subscribe: (listener: (event: ConnectorEvent) => void) => () => void
}

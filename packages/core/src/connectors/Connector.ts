import type { ChainId, ChainNamespace } from '@latchkey/protocol'
import type { Network } from '../chains/Network.ts'

/** An EIP-1193 provider. */
export type Eip1193Provider = {
  request: (args: { method: string; params?: unknown }) => Promise<unknown>
  on?: (event: string, listener: (...args: never[]) => void) => unknown
  removeListener?: (event: string, listener: (...args: never[]) => void) => unknown
}

/** What a Solana wallet can be asked for. Bytes are wire bytes: a whole serialized transaction, an ed25519 signature of 64 bytes. */
export type SolanaProvider = {
  signMessage: (options: { address: string; message: Uint8Array }) => Promise<{ signature: Uint8Array }>
  signTransaction: (options: { address: string; transaction: Uint8Array; chainId: ChainId }) => Promise<Uint8Array>
  /** @returns the signature in base58, which is the transaction's id */
  signAndSendTransaction: (options: {
    address: string
    transaction: Uint8Array
    chainId: ChainId
  }) => Promise<{ signature: string }>
}

/** What a Bitcoin wallet can be asked for. Amounts in satoshi; a PSBT is BIP-174 in base64. */
export type BitcoinProvider = {
  /** @returns the signature in base64: BIP-322, or the legacy form (`ecdsa`) */
  signMessage: (options: {
    address: string
    message: string
    protocol?: 'bip322' | 'ecdsa'
  }) => Promise<{ signature: string }>
  /** @param options.inputs which inputs to sign, and with which address */
  signPsbt: (options: {
    psbt: string
    inputs: readonly { index: number; address: string }[]
    broadcast?: boolean
  }) => Promise<{ psbt: string; txid?: string }>
  sendTransfer: (options: { address: string; receiver: string; amount: bigint }) => Promise<{ txid: string }>
}

/** What a wallet of each family can be asked through. */
export type Providers = { eip155: Eip1193Provider; solana: SolanaProvider; bip122: BitcoinProvider }

/** How a wallet is reached. */
export type ConnectorType = 'injected' | 'embedded' | 'safe' | 'smartWallet' | 'walletConnect'

/** What a wallet shows of itself. */
export type ConnectorInfo = {
  /**
   * Stable between visits and unique among all families: the rdns of an EIP-6963 wallet, `solana:<name>` and
   * `bip122:<name>` by the Wallet Standard, else a name of our own (`injected`, `latchkey`, `safe`, `walletConnect`, …).
   */
  id: string
  /** The family that this connector reaches; a wallet of several families has a connector for each. */
  namespace: ChainNamespace
  name: string
  /** A `data:` URI or a first-party URL; null when the wallet gave none that is safe to show. */
  icon: string | null
  rdns: string | null
  type: ConnectorType
  /**
   * It sends a transaction under the number (nonce) that it is given, so that one can take another's place. Most wallets number by
   * themselves, and would pay twice; of the embedded wallet it is known.
   */
  takesNonce?: boolean
  /** Its provider is the kit's own, and finds the answer to a request by its name after a reload (`NamedRequest`). */
  namesRequests?: boolean
}

/** What an address is: `payment`, `ordinal` and `stx` are the purposes of a Bitcoin wallet's addresses. */
export type AccountType = 'eoa' | 'smartAccount' | 'payment' | 'ordinal' | 'stx'

/** One address that a wallet shared (specification 3, "Account"). */
export type WalletAccount = {
  namespace: ChainNamespace
  /** EIP-55 checksummed for `eip155`. */
  address: string
  type: AccountType
  /** Hexadecimal, where the wallet tells it. */
  publicKey?: string
  /** BIP-32, where the wallet tells it. */
  path?: string
}

/** The two kinds of account that the embedded wallet has (specification 4). */
export type PreferredAccountType = 'eoa' | 'smartAccount'

/** What a wallet with a smart account beside the plain one tells of it, for the network that it is on. */
export type SmartAccountFacts = {
  /** Which of the two is preferred on this network, as the wallet says it; one without smart accounts has the plain one alone. */
  preferredAccountType?: PreferredAccountType | undefined
  /** Whether the smart account's contract is on the network. It comes there with the first operation. */
  smartAccountDeployed?: boolean | undefined
}

/** An account and network that a connector reached. */
export type ConnectorSession = SmartAccountFacts & {
  accounts: readonly [WalletAccount, ...WalletAccount[]]
  /** The network that the wallet is on; it may be one that the app does not support. Never guessed. */
  chainId: ChainId
}

/** What a connector tells while it is connected. */
export type ConnectorEvent =
  /** With the network where both changed at once: no account is ever shown on a network that it is not on. */
  | ({ type: 'accountsChanged'; accounts: readonly WalletAccount[]; chainId?: ChainId } & SmartAccountFacts)
  | { type: 'chainChanged'; chainId: ChainId }
  | { type: 'disconnected' }

/** One way to reach one wallet in one family. */
export type Connector = {
  info: ConnectorInfo
  /**
   * Asks the wallet for accounts. `silent` must never open a prompt: it answers undefined when the wallet would have to ask.
   * `chainId` is the network that the app would like, for wallets without one of their own.
   */
  connect: (options: {
    silent: boolean
    signal: AbortSignal
    chainId?: ChainId | undefined
  }) => Promise<ConnectorSession | undefined>
  /** Forgets the session; asks the wallet to revoke where it can. Never rejects because the wallet is gone. */
  disconnect: () => Promise<void>
  /** What the wallet is asked through, by the connector's own family. */
  getProvider: () => Providers[ChainNamespace]
  /**
   * Moves the wallet to a network of its family. Left out by EIP-1193 wallets, which all move alike
   * (`networks/switchWalletNetwork.ts`). @throws LatchkeyError `chain_not_on_connector`
   */
  switchNetwork?: (options: { network: Network }) => Promise<void>
  /**
   * Tells the wallet which of its accounts to use (embedded wallet); by the time that it answers it has told of the account.
   * @throws LatchkeyError `smart_account_unavailable`
   */
  setPreferredAccountType?: (options: { type: PreferredAccountType; chainId: ChainId }) => Promise<void>
  /** The networks on which the wallet has a smart account (embedded wallet). None where left out. */
  listSmartNetworks?: () => Promise<readonly ChainId[]>
  subscribe: (listener: (event: ConnectorEvent) => void) => () => void
}

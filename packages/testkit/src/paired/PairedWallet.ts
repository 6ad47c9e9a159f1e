import type {
  ClientEnvironment,
  ClientStorage,
  PeerMetadata,
  ProposalNamespaces,
  RelayEndpoint,
  RelayStatus,
  Session,
  SessionNamespaces,
  TabSharing,
} from '@latchkey/walletconnect'
import type { BitcoinAccount } from '../bitcoin/VirtualBitcoinWallet.ts'
import type { OwnerApproval, OwnerState, WalletControls, WalletPolicy } from '../owner/Owner.ts'
import type { SolanaAccount } from '../solana/VirtualSolanaWallet.ts'
import type { WalletAccount } from '../wallet/VirtualWallet.ts'

/** A network of the wallet. `id` is the EIP-155 chain ID. */
export type PairedChain = { id: number; name: string; rpcUrl: string; nativeSymbol?: string }

/** A network of any family. `rpcUrl` is its JSON-RPC URL; for Bitcoin networks, an Esplora API. */
export type PairedNetwork = {
  /** CAIP-2. */
  chain: string
  name: string
  rpcUrl: string
  nativeSymbol?: string
}

/** Another family of a paired wallet, with an account for each account of the wallet and its networks. */
export type PairedFamilyParameters<Account> = {
  accounts: readonly [Account, ...Account[]]
  networks: readonly [PairedNetwork, ...PairedNetwork[]]
}

/** Parameters of {@link createPairedWallet}. Apps reach the wallet with a code. */
export type PairedWalletParameters = {
  /** The relays that the wallet listens to: addresses (`ws(s)://…`), or addresses that each have a project ID. */
  relays: readonly [string | RelayEndpoint, ...(string | RelayEndpoint)[]]
  /** The project ID for relays that are only an address. */
  projectId?: string
  /** Test keys. They are readable in the page or process that runs the wallet. */
  accounts: readonly [WalletAccount, ...WalletAccount[]]
  /** The first one is the initial chain of a new session, unless the app requests others. */
  chains: readonly [PairedChain, ...PairedChain[]]
  /** Adds Solana and Bitcoin to the wallet. */
  families?: {
    solana?: PairedFamilyParameters<SolanaAccount>
    bip122?: PairedFamilyParameters<BitcoinAccount>
  }
  /** Default `approve`. */
  policy?: WalletPolicy
  /** Whether an app sees only the current account, or all of them with the current one first. Default `active`. */
  shares?: 'active' | 'all'
  /** The wallet's metadata for apps. */
  metadata?: PeerMetadata
  /** Stores sessions, keys and pending requests. Default: memory. */
  storage?: ClientStorage
  /** Stores the current account, the policy and the network of each session. Default: not stored. */
  memory?: Pick<Storage, 'getItem' | 'setItem'>
  /** Shares the wallet between the tabs of an origin. */
  sharing?: TabSharing
  environment?: ClientEnvironment
  fetch?: typeof fetch
}

/** An account of the wallet in one family. */
export type PairedAccount = {
  index: number
  name: string
  /** CAIP-2 namespace. */
  family: string
  address: string
}

/** An active connection to an app. */
export type PairedSession = Session & {
  /** CAIP-2 ID of its current network. With several families, the most recently chosen one. */
  chain: string
}

/**
 * A question of an app to the wallet's owner. It is a connection (`method` is `wc_sessionPropose`), a connection with a signature
 * (`wc_sessionAuthenticate`), or a request of a connected app. `OwnerApproval.id` is the ID of the request in the client.
 */
export type PairedSubject = {
  peer: PeerMetadata
  /** Unix seconds. The app no longer accepts an answer after this time. */
  expiry: number
} & (
  | {
      kind: 'connect'
      /** The namespaces for the app if the owner approves, with the current account. */
      namespaces: SessionNamespaces
      /** The namespaces that the app requested, including those that this wallet does not support. */
      asked: { required: ProposalNamespaces; optional: ProposalNamespaces }
    }
  | {
      kind: 'signIn'
      /** The texts to sign, one for each requested network that the wallet supports. */
      messages: readonly { chain: string; account: PairedAccount; text: string }[]
    }
  | {
      kind: 'request'
      topic: string
      /** CAIP-2. */
      chain: string
      /** The network's name and address, if the wallet has it. */
      network: PairedNetwork | undefined
      account: PairedAccount
    }
)

/** A decision that the wallet's owner has to make. `approve()` and `reject()` are those of `PairedWallet` with its ID. */
export type PairedApproval = OwnerApproval<PairedSubject>

/** State of a paired wallet, in addition to the state that all wallets have. */
export type PairedHoldings = {
  /** False until the stored state is loaded. */
  ready: boolean
  relays: readonly RelayStatus[]
  accounts: readonly PairedAccount[]
  chains: readonly PairedChain[]
  /** The networks of all families. */
  networks: readonly PairedNetwork[]
  /** Newest first. */
  sessions: readonly PairedSession[]
  /** Requests since the start that the wallet refused without asking its owner, newest last. */
  refusals: readonly PairedRefusal[]
}

/** A request that the wallet cannot answer, because it does not have the network, account or method. */
export type PairedRefusal = {
  id: number
  peer: PeerMetadata
  method: string
  /** The error that the app received. */
  reason: { code: number; message: string }
}

/** The visible state of the wallet. `approvals` contains all requests that wait for the owner, including those from before a reload. */
export type PairedWalletState = OwnerState<PairedSubject> & PairedHoldings

/**
 * The result of a decision, as sent to the app. `untold` means that the action is done, but the app does not know it, because the request
 * ended in the meantime.
 */
export type PairedAnswer = { result: unknown; untold?: true } | { error: { code: number; message: string } }

/** A wallet with local keys on another device, controlled by a test. */
export type PairedWallet = Omit<
  WalletControls<PairedWalletState>,
  'approve' | 'reject' | 'revoke' | 'setAccount' | 'disappear'
> & {
  /** Resolves when the stored state is loaded. */
  ready: () => Promise<void>
  /**
   * Takes an app's code.
   *
   * @throws LatchkeyError `pairing_uri_invalid`, `pairing_expired`, `relay_unavailable`, `relay_refused`
   */
  pair: (uri: string) => Promise<void>
  /**
   * Approves a pending request: the one with this ID, or the oldest. If there is none, waits for one. Resolves with the answer to the app
   * when it is being sent.
   *
   * @param options.params replace the parameters of the request: a transaction with all fields filled in, exactly as its owner saw it
   */
  approve: (id?: number, options?: { params?: readonly unknown[] }) => Promise<PairedAnswer>
  reject: (id?: number) => Promise<PairedAnswer>
  /** Chooses another account, like the owner would in the wallet. Resolves when the apps are being told. */
  setAccount: (index: number) => Promise<void>
  /** Chooses another network in one session or in all, like the owner would in the wallet. `chain` is CAIP-2. */
  switchChain: (options: { chain: string; topic?: string }) => Promise<void>
  /** Ends one session or all, and tells the app. */
  disconnect: (topic?: string) => Promise<void>
  /** Removes the wallet: it no longer answers, and the apps are not told. */
  disappear: () => void
  /** Closes the sockets and releases shared resources. Stored state stays. */
  destroy: () => void
}

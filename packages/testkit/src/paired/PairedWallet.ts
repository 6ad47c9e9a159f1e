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

/** A network of the wallet. `id` is the EIP-155 number. */
export type PairedChain = { id: number; name: string; rpcUrl: string; nativeSymbol?: string }

/** A network of any family. `rpcUrl` is its JSON-RPC; of a Bitcoin network an Esplora API. */
export type PairedNetwork = {
  /** CAIP-2. */
  chain: string
  name: string
  rpcUrl: string
  nativeSymbol?: string
}

/** Another family of a paired wallet: an account for each of the wallet's, and networks. */
export type PairedFamilyParameters<Account> = {
  accounts: readonly [Account, ...Account[]]
  networks: readonly [PairedNetwork, ...PairedNetwork[]]
}

/** How to make a wallet that apps reach by a code. */
export type PairedWalletParameters = {
  /** Where it listens: addresses (`ws(s)://…`), or addresses with a project id each. */
  relays: readonly [string | RelayEndpoint, ...(string | RelayEndpoint)[]]
  /** The project id at those relays that are given as an address alone. */
  projectId?: string
  /** Test keys: they are as public as the page or process that this runs in. */
  accounts: readonly [WalletAccount, ...WalletAccount[]]
  /** The first is the one that a new session starts on, unless the app wants others. */
  chains: readonly [PairedChain, ...PairedChain[]]
  /** The wallet is one of Solana and Bitcoin, too. */
  families?: {
    solana?: PairedFamilyParameters<SolanaAccount>
    bip122?: PairedFamilyParameters<BitcoinAccount>
  }
  /** Default `approve`. */
  policy?: WalletPolicy
  /** Whether an app sees the account in use only, or all of them with that one first. Default `active`. */
  shares?: 'active' | 'all'
  /** What apps are told of it. */
  metadata?: PeerMetadata
  /** Keeps sessions, keys and what waits. Default: memory. */
  storage?: ClientStorage
  /** Keeps the account in use, the policy and each session's network. Default: nothing does. */
  memory?: Pick<Storage, 'getItem' | 'setItem'>
  /** Shares the wallet between the tabs of an origin. */
  sharing?: TabSharing
  environment?: ClientEnvironment
  fetch?: typeof fetch
}

/** An account of the wallet, in one family. */
export type PairedAccount = {
  index: number
  name: string
  /** CAIP-2 namespace. */
  family: string
  address: string
}

/** A live connection to an app. */
export type PairedSession = Session & {
  /** CAIP-2 of the network in use there; of several families the one that was chosen last. */
  chain: string
}

/**
 * What an app wants of the wallet's owner: a connection (`method` is `wc_sessionPropose`), a connection with a signature
 * (`wc_sessionAuthenticate`), or something else of a connected app. `OwnerApproval.id` is the request's id in the client.
 */
export type PairedSubject = {
  peer: PeerMetadata
  /** Unix seconds; an answer after that reaches nobody. */
  expiry: number
} & (
  | {
      kind: 'connect'
      /** What the app gets when the owner agrees, of the account in use at that moment. */
      namespaces: SessionNamespaces
      /** What the app asked for, also what this wallet does not have. */
      asked: { required: ProposalNamespaces; optional: ProposalNamespaces }
    }
  | {
      kind: 'signIn'
      /** What is signed: one text for each network that the app named and the wallet has. */
      messages: readonly { chain: string; account: PairedAccount; text: string }[]
    }
  | {
      kind: 'request'
      topic: string
      /** CAIP-2. */
      chain: string
      /** The name and address of the network, where the wallet has it. */
      network: PairedNetwork | undefined
      account: PairedAccount
    }
)

/** Something that the wallet's owner has to decide; `approve()` and `reject()` are those of `PairedWallet` with its id. */
export type PairedApproval = OwnerApproval<PairedSubject>

/** What the wallet knows beside what every wallet's owner does. */
export type PairedHoldings = {
  /** False until what was stored is there. */
  ready: boolean
  relays: readonly RelayStatus[]
  accounts: readonly PairedAccount[]
  chains: readonly PairedChain[]
  /** Those of all families. */
  networks: readonly PairedNetwork[]
  /** Newest first. */
  sessions: readonly PairedSession[]
  /** What the wallet refused by itself since it started, newest last: its owner was never asked. */
  refusals: readonly PairedRefusal[]
}

/** A request that the wallet cannot do anything with: for a network, account or method that it does not have. */
export type PairedRefusal = {
  id: number
  peer: PeerMetadata
  method: string
  /** What the app was told. */
  reason: { code: number; message: string }
}

/** What is to be seen of the wallet. `approvals` is what waits for its owner, also what came before a reload. */
export type PairedWalletState = OwnerState<PairedSubject> & PairedHoldings

/**
 * What became of a decision: what the app was told. `untold`: it was done, and the app does not know, because the request ended while
 * it was.
 */
export type PairedAnswer = { result: unknown; untold?: true } | { error: { code: number; message: string } }

/** A wallet with local keys on another device, which does as it is told. */
export type PairedWallet = Omit<
  WalletControls<PairedWalletState>,
  'approve' | 'reject' | 'revoke' | 'setAccount' | 'disappear'
> & {
  /** Resolves when what was stored is there. */
  ready: () => Promise<void>
  /**
   * Takes an app's code.
   * @throws LatchkeyError `pairing_uri_invalid`, `pairing_expired`, `relay_unavailable`, `relay_refused`
   */
  pair: (uri: string) => Promise<void>
  /**
   * Decides what waits: the request of that id, or the oldest; waits for one where there is none. Resolves with what the app
   * was told, once it is on its way.
   * @param options.params stand in for the request's own: a transaction with everything filled in, exactly as its owner saw it
   */
  approve: (id?: number, options?: { params?: readonly unknown[] }) => Promise<PairedAnswer>
  reject: (id?: number) => Promise<PairedAnswer>
  /** Chooses another account, as its owner would in the wallet. Resolves once the apps are being told. */
  setAccount: (index: number) => Promise<void>
  /** Chooses another network in one session or in all, as its owner would in the wallet. `chain` is CAIP-2. */
  switchChain: (options: { chain: string; topic?: string }) => Promise<void>
  /** Ends a session, or all; the app is told. */
  disconnect: (topic?: string) => Promise<void>
  /** The wallet is gone: it answers nothing any more, and nobody is told. */
  disappear: () => void
  /** Closes the sockets and lets go of what is shared; what is stored stays. */
  destroy: () => void
}

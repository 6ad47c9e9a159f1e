import type {
  ActivityState,
  BalancesState,
  ConnectionState,
  EmailState,
  Latchkey,
  ModalState,
  NetworksState,
  PairingState,
  SendState,
  SignInState,
  SocialState,
  SwapState,
  TransactionsState,
  WalletsState,
} from '@latchkey/core'

/** State of the stores on a server, and in the first render of a browser that hydrates its markup. */
export type ServerSnapshots = {
  connection: ConnectionState
  email: EmailState
  social: SocialState
  wallets: WalletsState
  pairing: PairingState
  signIn: SignInState
  networks: NetworksState
  balances: BalancesState
  activity: ActivityState
  send: SendState
  swap: SwapState
  transactions: TransactionsState
  modal: ModalState
}

const empty = { status: 'idle', data: undefined, updatedAt: undefined, error: undefined } as const

/** Derives the snapshots only from the configuration, so that a server and a browser with stored state render the same. */
export function serverSnapshots({ config }: Pick<Latchkey, 'config'>): ServerSnapshots {
  const active = config.networks.find((network) => network.caipNetworkId === config.defaultNetwork)
  return {
    connection: { status: 'disconnected', connections: [], asking: undefined, failure: undefined },
    email: {
      status: 'idle',
      email: undefined,
      left: undefined,
      failure: undefined,
      update: { status: 'idle', email: undefined, failure: undefined },
      prompt: undefined,
      user: undefined,
      isProtected: undefined,
      isKept: undefined,
    },
    social: { status: 'idle' },
    wallets: {
      installed: [],
      recent: [],
      featured: [],
      custom: [],
      recommended: [],
      ownRelay: [],
      count: undefined,
      directory: 'idle',
    },
    pairing: { status: 'idle' },
    signIn: {
      status: config.siwx === undefined ? 'off' : 'idle',
      subject: undefined,
      required: false,
      failure: undefined,
    },
    networks: {
      networks: config.networks,
      active: active ?? config.networks[0],
      unsupportedChainId: undefined,
      switchingTo: undefined,
    },
    balances: { ...empty, otherAssets: undefined, account: undefined, blockedUntil: undefined, total: undefined },
    activity: { ...empty, account: undefined, hasMore: false, loadingMore: false },
    send: {
      status: 'editing',
      form: { token: undefined, sendTokenAmount: '', receiverAddress: '', speed: 'standard' },
      receiver: { status: 'none' },
      issues: [],
    },
    swap: {
      status: 'editing',
      form: { from: undefined, to: undefined, amount: '', slippage: 1 },
      issues: [],
      pricing: {
        status: 'idle',
        quote: undefined,
        toAmountText: undefined,
        rate: undefined,
        updatedAt: undefined,
        error: undefined,
      },
    },
    transactions: { transactions: [] },
    modal: { open: false, history: [], direction: 'forward', shake: undefined, toast: undefined, alert: undefined },
  }
}

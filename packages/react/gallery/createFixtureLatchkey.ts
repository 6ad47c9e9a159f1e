import {
  type ActivityState,
  type BalancesState,
  type ConnectionState,
  type Contact,
  createStore,
  type EmailState,
  type Latchkey,
  type LatchkeyConfig,
  type ModalState,
  type NamesState,
  type NetworksState,
  type OnrampState,
  type PairedRequest,
  type PairingReach,
  type PairingState,
  type PermissionsState,
  type RelayCondition,
  type SendState,
  type SignInState,
  type SocialState,
  type Store,
  type SwapState,
  type SwapToken,
  type TrackedTransaction,
  type TransactionsState,
  type ViewEntry,
  type ViewName,
  type WalletCapabilities,
  type WalletChoice,
  type WalletEntry,
  type WalletsState,
} from '@latchkey/core'
import type { ChainId, ErrorCode } from '@latchkey/protocol'
import type { NameSuggestion, WalletListing } from '@latchkey/protocol/api'
import { ServiceError } from '@latchkey/protocol/errors'
import { createFixtureOnramp, type FixtureOnramp } from './createFixtureOnramp.ts'
import * as fixtures from './fixtures.ts'
import * as swaps from './swapFixtures.ts'

/** State that a fixture starts with. */
export type FixtureWorld = FixtureOnramp & {
  config?: Partial<LatchkeyConfig>
  connection?: ConnectionState
  email?: Partial<EmailState>
  social?: Partial<SocialState>
  wallets?: WalletsState
  networks?: Partial<NetworksState>
  balances?: BalancesState
  activity?: ActivityState
  send?: SendState
  swap?: SwapState
  /** The tokens that can be swapped; the gallery's tokens by default. */
  swapTokens?: readonly SwapToken[] | 'never' | ErrorCode
  permissions?: PermissionsState
  /** Capabilities of the wallet; none by default. */
  capabilities?: Partial<WalletCapabilities>
  /** The networks on which the wallet has a smart account. */
  smartNetworks?: readonly ChainId[]
  /** Followed transactions. */
  transactions?: readonly TrackedTransaction[]
  contacts?: readonly Contact[]
  /** Costs of the speeds: known, all the same, unknown, never answered, or those of Bitcoin. */
  gasPrices?: 'known' | 'same' | 'unknown' | 'never' | 'bitcoin'
  /** If set, the app supports WalletConnect. */
  pairing?: PairingState
  /** State of the connection to the relays. */
  relay?: RelayCondition
  /** The available relays; both by default. */
  reach?: PairingReach
  /** Requests that wait in the paired wallet. */
  requests?: readonly PairedRequest[]
  signIn?: Partial<SignInState>
  /** State of the names. */
  names?: Partial<NamesState>
  /** The account's own names, the error of reading them, or `never` for no answer; none by default. */
  ownNames?: readonly string[] | 'never' | ErrorCode
  /** Suggestions for a name, the error of the search, or `never` for no answer; free by default. */
  suggestions?: readonly NameSuggestion[] | 'never' | ErrorCode
  /** Outcome of a registration; `never` by default. */
  registration?: 'never' | ErrorCode
  /** The ways to reach every wallet. */
  choices?: readonly WalletChoice[]
  modal?: Partial<ModalState>
  /** The page runs on a phone. */
  mobile?: boolean
  /** Answer of the directory. */
  directory?: readonly WalletListing[] | 'never' | ErrorCode
  /** Outcome of a request to connect or to switch networks; `never` by default. */
  wallet?: 'never' | ErrorCode
}

/** A kit in a fixed state: real stores, no network, no wallet. */
export type FixtureLatchkey = Latchkey & {
  stores: {
    connection: Store<ConnectionState>
    email: Store<EmailState>
    social: Store<SocialState>
    networks: Store<NetworksState>
    balances: Store<BalancesState>
    activity: Store<ActivityState>
    send: Store<SendState>
    swap: Store<SwapState>
    onramp: Store<OnrampState>
    permissions: Store<PermissionsState>
    transactions: Store<TransactionsState>
    names: Store<NamesState>
    modal: Store<ModalState>
  }
}

const never = () => new Promise<never>(() => undefined)

/** Makes a kit for the gallery and for tests of one state. */
export function createFixtureLatchkey(world: FixtureWorld = {}): FixtureLatchkey {
  const config = { ...fixtures.config, ...world.config }
  const connection = createStore<ConnectionState>(world.connection ?? fixtures.disconnected)
  const wallets = createStore<WalletsState>(world.wallets ?? fixtures.wallets)
  const pairing = createStore<PairingState>(world.pairing ?? { status: 'idle' })
  const reach = world.reach ?? { own: true, public: true }
  const canReach = ({ wallet: { listing } }: { wallet: Pick<WalletEntry, 'listing'> }) =>
    world.pairing !== undefined && ((reach.own && listing?.relay != null) || (reach.public && listing?.relay !== 'own'))
  const signIn = createStore<SignInState>({
    status: 'off',
    subject: undefined,
    required: false,
    failure: undefined,
    ...world.signIn,
  })
  const entries = () => {
    const { installed, recent, featured, custom, recommended } = wallets.getState()
    return [...installed, ...recent, ...featured, ...custom, ...recommended, ...fixtures.listings.map(fixtures.listed)]
  }
  const email = createStore<EmailState>({ ...fixtures.noEmail, ...world.email })
  const social = createStore<SocialState>({ status: 'idle', providers: [], canRedirect: true, ...world.social })
  const networks = createStore<NetworksState>({
    networks: config.networks,
    active: config.networks[0],
    unsupportedChainId: undefined,
    switchingTo: undefined,
    ...world.networks,
  })
  const isConnected = connection.getState().status === 'connected'
  const balances = createStore<BalancesState>(world.balances ?? (isConnected ? fixtures.balances : fixtures.noBalances))
  const activity = createStore<ActivityState>(world.activity ?? (isConnected ? fixtures.activity : fixtures.noActivity))
  const send = createStore<SendState>(
    world.send ?? {
      status: 'editing',
      form: { token: undefined, sendTokenAmount: '', receiverAddress: '', speed: 'standard' },
      receiver: { status: 'none' },
      issues: [],
    },
  )
  const swap = createStore<SwapState>(world.swap ?? swaps.editing(swaps.empty))
  const onramp = createFixtureOnramp(world)
  const permissions = createStore<PermissionsState>(world.permissions ?? fixtures.noPermissions)
  const transactions = createStore<TransactionsState>({ transactions: world.transactions ?? [] })
  const names = createStore<NamesState>({ identities: {}, zone: undefined, perAccount: undefined, ...world.names })
  let contacts = world.contacts ?? fixtures.contacts
  const modal = createStore<ModalState>({
    open: false,
    history: [],
    direction: 'forward',
    shake: undefined,
    toast: undefined,
    alert: undefined,
    ...world.modal,
  })
  const answer = (code: ErrorCode | 'never' | undefined) =>
    code === undefined || code === 'never' ? never() : Promise.reject(new ServiceError(code))
  const move = (change: (history: readonly ViewEntry[]) => readonly ViewEntry[], direction: ModalState['direction']) =>
    modal.setState((state) => {
      const history = change(state.history)
      return { ...state, history, open: history.length > 0, direction, shake: undefined }
    })
  const toEntry = (name: ViewName, data: unknown) => ({ name, data }) as ViewEntry
  let waiting: (() => void)[] = []
  const close = () => {
    move(() => [], 'back')
    for (const resolve of waiting) resolve()
    waiting = []
  }

  return {
    config,
    stores: {
      connection,
      email,
      social,
      networks,
      balances,
      activity,
      send,
      swap,
      onramp: onramp.store,
      permissions,
      transactions,
      names,
      modal,
    },
    connection: {
      getState: connection.getState,
      subscribe: connection.subscribe,
      connect: () => answer(world.wallet),
      cancel: () => undefined,
      disconnect: async () => {
        connection.setState(fixtures.disconnected)
        close()
      },
      reconnect: async () => undefined,
      select: () => undefined,
      selectAddress: () => undefined,
      setPreferredAccountType: async () => undefined,
      listSmartNetworks: async () => world.smartNetworks ?? [],
      getProvider: () => undefined,
    },
    email: {
      getState: email.getState,
      subscribe: email.subscribe,
      isAvailable: config.wallet !== undefined,
      prepare: () => undefined,
      recall: () => undefined,
      start: never,
      waitForDevice: never,
      enterCode: never,
      cancel: () => undefined,
      updateEmail: never,
      updateEmailPrimaryOtp: never,
      updateEmailSecondaryOtp: never,
      openSecurity: never,
      ensureProtected: never,
      cancelPrompt: () => true,
      raisePrompt: () => undefined,
      setAppearance: () => undefined,
    },
    social: {
      getState: social.getState,
      subscribe: social.subscribe,
      isAvailable: config.wallet !== undefined && config.wallet.socials !== false,
      prepare: () => undefined,
      start: never,
      startRedirect: never,
      cancel: () => undefined,
    },
    wallets: {
      getState: wallets.getState,
      subscribe: wallets.subscribe,
      discover: () => undefined,
      looking: () => undefined,
      prepare: () => undefined,
      search: async ({ search }) => {
        const { directory = fixtures.listings } = world
        if (directory === 'never') return never()
        if (typeof directory === 'string') throw new ServiceError(directory)
        const isMatch = ({ name }: { name: string }) => name.toLowerCase().includes((search ?? '').toLowerCase())
        const found = directory.filter(isMatch).map(fixtures.listed)
        const here = wallets.getState().installed.filter(isMatch)
        const others = found.filter(({ id }) => !here.some((wallet) => wallet.id === id))
        return { data: [...here, ...others], count: found.length, isLast: true }
      },
      isMobile: () => world.mobile === true,
      find: ({ walletId }) => entries().find(({ id }) => id === walletId),
      findByConnector: ({ connectorId }) =>
        entries().find(({ connectors }) => connectors.some(({ id }) => id === connectorId)),
      choicesOf: ({ wallet }) =>
        world.choices ?? [
          ...(wallet.connectors.length === 0 && canReach({ wallet }) ? [{ type: 'qr' } as const] : []),
          ...fixtures.choicesOf(wallet),
        ],
    },
    pairing: {
      getState: pairing.getState,
      subscribe: pairing.subscribe,
      isAvailable: world.pairing !== undefined,
      relay: createStore<RelayCondition>(world.relay ?? 'idle'),
      reach,
      families: ['eip155'],
      canReach,
      prepare: () => undefined,
      watch: () => () => undefined,
      renew: () => undefined,
      connect: never,
      linkFor: () => ({ href: 'https://wallet.example/wc', target: '_blank' }),
      noteOpened: () => undefined,
      requests: createStore<readonly PairedRequest[]>(world.requests ?? []),
    },
    signIn: {
      getState: signIn.getState,
      subscribe: signIn.subscribe,
      signIn: never,
      cancel: async () => undefined,
      getSessions: async () => [],
      signOut: async () => undefined,
    },
    networks: {
      getState: networks.getState,
      subscribe: networks.subscribe,
      leavesUnsupported: true,
      switchNetwork: () => answer(world.wallet),
    },
    balances: {
      getState: balances.getState,
      subscribe: balances.subscribe,
      watch: () => () => undefined,
      refresh: async () => undefined,
    },
    activity: {
      getState: activity.getState,
      subscribe: activity.subscribe,
      watch: () => () => undefined,
      refresh: async () => undefined,
      loadMore: async () => undefined,
      find: ({ hash }) => activity.getState().data?.find(({ metadata }) => metadata.hash === hash),
    },
    send: {
      getState: send.getState,
      subscribe: send.subscribe,
      edit: (form) =>
        send.setState((state) => ({
          status: 'editing',
          form: { ...state.form, ...form },
          receiver: state.receiver,
          issues: state.issues,
        })),
      max: async () => send.getState().form.token?.quantity.numeric ?? '0',
      prepare: async () =>
        send.setState(({ form, receiver }) => ({
          status: 'preview',
          form,
          receiver,
          issues: [],
          preview: fixtures.preview,
        })),
      gasPrices: async () => {
        if (world.gasPrices === 'never') return never()
        if (world.gasPrices === 'bitcoin') return fixtures.bitcoinPrices
        const { standard, fast, instant } = fixtures.gasPricesOf(send.getState())
        if (world.gasPrices === 'same') return { standard, fast: standard, instant: standard }
        if (world.gasPrices !== 'unknown') return { standard, fast, instant }
        const hide = ({ gasPrice }: { gasPrice: bigint }) => ({ gasPrice, costText: undefined })
        return { standard: hide(standard), fast: hide(fast), instant: hide(instant) }
      },
      confirm: async () =>
        send.setState((state) => ({
          status: 'signing',
          form: state.form,
          receiver: state.receiver,
          issues: [],
          preview: state.status === 'preview' ? state.preview : fixtures.preview,
        })),
      reset: () =>
        send.setState({
          status: 'editing',
          form: { token: undefined, sendTokenAmount: '', receiverAddress: '', speed: 'standard' },
          receiver: { status: 'none' },
          issues: [],
        }),
    },
    onramp: onramp.feature,
    swap: {
      getState: swap.getState,
      subscribe: swap.subscribe,
      edit: (form) =>
        swap.setState((state) => ({
          status: 'editing',
          form: { ...state.form, ...form },
          issues: [],
          pricing: 'slippage' in form ? state.pricing : swaps.noQuote,
        })),
      flip: () =>
        swap.setState(({ form: { from, to, ...rest }, pricing }) =>
          swaps.editing({ ...rest, from: to, to: from, amount: pricing.toAmountText ?? rest.amount }),
        ),
      max: async () => fixtures.ether.quantity.numeric,
      watch: () => () => undefined,
      listTokens: async () => {
        const { swapTokens = swaps.swapTokens } = world
        if (swapTokens === 'never') return never()
        if (typeof swapTokens === 'string') throw new ServiceError(swapTokens)
        return swapTokens
      },
      prepare: async () =>
        swap.setState(({ form, pricing }) => ({
          ...{ status: 'preview', form, pricing, issues: [], preview: swaps.swapPreview },
        })),
      confirm: async () =>
        swap.setState((state) =>
          state.status === 'preview'
            ? { ...state, status: 'working', step: state.preview.steps[0] ?? 'swap', waitsFor: 'wallet' }
            : state,
        ),
      reset: () => swap.setState(swaps.editing(swaps.empty)),
    },
    transactions: {
      getState: transactions.getState,
      subscribe: transactions.subscribe,
      speedUp: never,
      cancel: never,
      canReplace: () => {
        const state = connection.getState()
        return state.status === 'connected' && state.account.connector.type === 'embedded'
      },
      dismiss: ({ id }) =>
        transactions.setState((state) => ({ transactions: state.transactions.filter((one) => one.id !== id) })),
    },
    calls: {
      capabilities: async () => ({
        atomic: 'unsupported',
        isSponsored: false,
        takesPermissions: false,
        raw: {},
        ...world.capabilities,
      }),
      send: never,
      status: never,
      wait: never,
      show: never,
      assets: never,
    },
    permissions: {
      getState: permissions.getState,
      subscribe: permissions.subscribe,
      watch: () => () => undefined,
      refresh: async () => undefined,
      grant: never,
      revoke: ({ pci }) => {
        if (world.wallet) return answer(world.wallet)
        permissions.setState((state) => ({
          ...state,
          data: state.data?.map((session) =>
            session.pci === pci ? { ...session, status: 'revoked', revokedAt: Math.floor(Date.now() / 1000) } : session,
          ),
        }))
        return Promise.resolve()
      },
    },
    names: {
      getState: names.getState,
      subscribe: names.subscribe,
      identify: () => undefined,
      prepare: () => undefined,
      resolve: never,
      suggest: async ({ name }) => {
        const { suggestions = [{ name: `${name}.${names.getState().zone}`, registered: false }] } = world
        return typeof suggestions === 'string' ? answer(suggestions) : suggestions
      },
      list: async () => {
        const { ownNames = [] } = world
        return typeof ownNames === 'string' ? answer(ownNames) : ownNames.map(fixtures.nameOf)
      },
      register: () => answer(world.registration),
      setAttributes: never,
    },
    contacts: {
      list: async () => contacts,
      setSaved: () => undefined,
      remove: async ({ address }) => {
        contacts = contacts.filter((one) => one.address !== address)
      },
    },
    modal: {
      getState: modal.getState,
      subscribe: modal.subscribe,
      open: (options) =>
        new Promise((resolve) => {
          waiting.push(() => resolve({ type: 'closed' }))
          const start = connection.getState().status === 'connected' ? 'Account' : 'Connect'
          move(() => [toEntry(options?.view ?? start, options?.data)], 'forward')
        }),
      close,
      push: (name, ...data) =>
        move((history) => (history.at(-1)?.name === name ? history : [...history, toEntry(name, data[0])]), 'forward'),
      replace: (name, ...data) => move((history) => [...history.slice(0, -1), toEntry(name, data[0])], 'forward'),
      reset: (name, ...data) => move(() => [toEntry(name, data[0])], 'forward'),
      goBack: () => {
        if (modal.getState().history.length > 1) move((history) => history.slice(0, -1), 'back')
        else close()
      },
      toast: (toast) => modal.setState((state) => ({ ...state, toast: { ...toast, id: Date.now() } })),
      alert: ({ code, details }) =>
        modal.setState((state) => ({ ...state, alert: { code, message: new ServiceError(code).message, details } })),
      dismissAlert: () => modal.setState((state) => ({ ...state, alert: undefined })),
      dismissToast: () => modal.setState((state) => ({ ...state, toast: undefined })),
    },
    realtime: {
      getState: () => ({ status: 'idle' }),
      subscribe: () => () => undefined,
      follow: () => () => undefined,
    },
    telemetry: { track: () => undefined, flush: async () => undefined },
    subscribe: () => () => undefined,
    destroy: () => undefined,
  }
}

import { type ChainId, type ErrorCode, LatchkeyError } from '@latchkey/protocol'
import type { CoreContext } from '../../CoreContext.ts'
import { toHexChainId } from '../../chains/eip155/toHexChainId.ts'
import { createStore } from '../../store/Store.ts'
import type { ConnectorEvent, ConnectorSession, Eip1193Provider } from '../Connector.ts'
import { announceProvider } from './announceProvider.ts'
import {
  type EmbeddedAppearance,
  type EmbeddedHost,
  type EmbeddedState,
  type EmbeddedUser,
  type EmbeddedWallet,
  embeddedConnectorId,
  embeddedRdns,
} from './EmbeddedWallet.ts'
import { readUserChain } from './readUserChain.ts'
import { walletIcon } from './walletIcon.ts'

type Listener = (value: never) => void

/**
 * Makes the half of the embedded wallet that loads with the page: a connector and a provider whose code, and the wallet's
 * frame with it, is fetched when the visitor acts or the connection of the last visit is restored.
 */
export function createEmbeddedWallet({
  context,
  url,
  startChainId,
  hasSession,
  signIn,
  inUse,
  resume,
  alert,
  join,
}: {
  context: CoreContext
  /** The wallet's origin. */
  url: string
  /** The network of the last visit, or the app's first. */
  startChainId: () => ChainId
  hasSession: () => boolean
  /** Lets the visitor sign in where the page asked for accounts. @throws LatchkeyError `user_rejected` */
  signIn: () => Promise<void>
  /** The family of the network in use. */
  inUse: EmbeddedWallet['inUse']
  /** The visitor signed in in another tab, of this site or of one that shares the wallet's storage: connects where it was this one. */
  resume: () => void
  alert: (failure: { message: string; code?: ErrorCode }) => void
  /** Lets modal and wallet follow one another from the first time that the wallet can show something. */
  join: () => Promise<void>
}): EmbeddedWallet {
  const { config, environment } = context
  const name = `${config.metadata.name} Wallet`
  const store = createStore<EmbeddedState>({
    user: undefined,
    chainId: startChainId(),
    prompt: undefined,
    isProtected: undefined,
  })
  let loading: Promise<EmbeddedHost> | undefined
  let loaded: EmbeddedHost | undefined
  let appearance: EmbeddedAppearance | undefined
  let stopAnnouncing: (() => void) | undefined

  const load = async (): Promise<EmbeddedHost> => {
    const page = environment.page()
    if (!page) throw new LatchkeyError('frame_failed')
    const [{ createEmbeddedHost }] = await Promise.all([context.load(() => import('./createEmbeddedHost.ts')), join()])
    if (!store.getState().user) store.setState((state) => ({ ...state, chainId: startChainId() }))
    const { onRefusal } = context
    loaded = createEmbeddedHost({
      config,
      url,
      environment,
      page,
      store,
      title: name,
      appearance: () => appearance,
      readChain: readUserChain,
      alert,
      onRefusal,
      onSignedIn: resume,
    })
    return loaded
  }
  const host = () => {
    loading ??= load()
    loading.catch(() => {
      loading = undefined
    })
    return loading
  }

  const frame = { host, environment }
  const loadAccounts = () => context.load(() => import('./accounts.ts'))
  const listeners = new Map<string, Set<Listener>>()
  const emit = (event: string, value: unknown) => {
    for (const listener of [...(listeners.get(event) ?? [])]) (listener as (value: unknown) => void)(value)
  }
  const provider: Eip1193Provider = Object.freeze({
    request: async (args: { method: string; params?: unknown }) => {
      // Libraries ask on load; without a session there is nothing to fetch code for.
      if (args?.method === 'eth_accounts' && !store.getState().user && !hasSession()) return []
      const { answerRequest } = await context.load(() => import('./answerRequest.ts'))
      return answerRequest({ config, environment, store, host, hasSession, signIn }, args)
    },
    on: (event: string, listener: Listener) => {
      const known = listeners.get(event) ?? new Set()
      listeners.set(event, known.add(listener))
      return provider
    },
    removeListener: (event: string, listener: Listener) => {
      listeners.get(event)?.delete(listener)
      return provider
    },
  })
  // An app without a network of Ethereum's family has no use for the provider, and its networks have no numbers.
  const hasNumber = () => store.getState().chainId.startsWith('eip')
  const stop = store.subscribe(({ user, chainId }, before) => {
    if (!hasNumber()) return
    if (chainId !== before.chainId) emit('chainChanged', toHexChainId(chainId))
    if (user && !before.user) emit('connect', { chainId: toHexChainId(chainId) })
    if (user?.address !== before.user?.address) emit('accountsChanged', user ? [user.address] : [])
    if (!user && before.user)
      emit('disconnect', Object.assign(new Error(new LatchkeyError('session_ended').message), { code: 4900 }))
  })

  return {
    getState: store.getState,
    subscribe: store.subscribe,
    provider,
    host,
    hasSession,
    signIn,
    inUse,
    connector: {
      info: {
        id: embeddedConnectorId,
        namespace: 'eip155',
        name,
        icon: walletIcon,
        rdns: embeddedRdns,
        type: 'embedded',
      },
      connect: async ({ silent }) => {
        const user = store.getState().user ?? (await (await host()).restore())
        if (!user && silent) return undefined
        if (!user) throw new LatchkeyError('session_ended')
        return toSession(store.getState().chainId, user)
      },
      disconnect: async () => {
        await (await host()).signOut()
      },
      getProvider: () => provider,
      setPreferredAccountType: async (options) => (await loadAccounts()).preferAccount({ ...frame, ...options }),
      listSmartNetworks: async () => (await loadAccounts()).listSmartNetworks(frame),
      subscribe: (listener) =>
        store.subscribe(({ user, chainId }, before) => {
          const event: ConnectorEvent | undefined = !user
            ? before.user && { type: 'disconnected' }
            : user !== before.user || chainId !== before.chainId
              ? { type: 'accountsChanged', ...toSession(chainId, user) }
              : undefined
          if (event) listener(event)
        }),
    },
    announce: () => {
      const page = environment.page()
      if (page && !stopAnnouncing && config.wallet?.announce !== false && hasNumber())
        stopAnnouncing = announceProvider({ page, provider, name })
    },
    cancel: () => loaded?.cancel() ?? true,
    raise: () => loaded?.raise(),
    setAppearance: (next) => {
      appearance = next
      loaded?.setAppearance(next)
    },
    setProtected: (isProtected) => store.setState((state) => ({ ...state, isProtected })),
    destroy: () => {
      stop()
      stopAnnouncing?.()
      stopAnnouncing = undefined
      loaded?.destroy()
    },
  }
}

/** The address that the wallet uses comes first, then the other kinds of account that it has. */
function toSession(
  chainId: ChainId,
  { address, accounts, preferredAccountType, smartAccountDeployed }: EmbeddedUser,
): ConnectorSession {
  const namespace = 'eip155'
  const type = accounts.find((account) => account.address === address)?.type ?? 'eoa'
  const others = accounts.filter((account) => account.address !== address)
  return {
    accounts: [
      { namespace, address, type },
      ...others.map((account) => ({ namespace, address: account.address, type: account.type }) as const),
    ],
    chainId,
    preferredAccountType,
    smartAccountDeployed,
  }
}

import { type ChainId, LatchkeyError } from '@latchkey/protocol'
import type { CoreContext } from '../../CoreContext.ts'
import { toHexChainId } from '../../chains/eip155/toHexChainId.ts'
import { createLazyPart } from '../../store/createLazyPart.ts'
import { createStore } from '../../store/Store.ts'
import type { Eip1193Provider } from '../Connector.ts'
import { announceProvider } from './announceProvider.ts'
import {
  type EmbeddedAlert,
  type EmbeddedAppearance,
  type EmbeddedState,
  type EmbeddedWallet,
  embeddedConnectorId,
  embeddedRdns,
} from './EmbeddedWallet.ts'
import { readUserChain } from './readUserChain.ts'
import { walletIcon } from './walletIcon.ts'

type Listener = (value: never) => void

/**
 * Creates the part of the embedded wallet that loads with the page: a connector and a provider. Their code and the frame load when the
 * visitor acts, or when the connection of the last visit is restored.
 */
export function createEmbeddedWallet({
  context,
  url,
  startChainId,
  hasSession,
  signIn,
  resume,
  alert,
  join,
}: {
  context: CoreContext
  /** The wallet's origin. */
  url: string
  /** Returns the network of the last visit, or the app's first. */
  startChainId: () => ChainId
  hasSession: () => boolean
  /** Opens the login after a request of the page for accounts. @throws LatchkeyError `user_rejected` */
  signIn: () => Promise<void>
  /**
   * Connects after a login in another tab, of this site or of another one that shares the wallet's storage. Does so only if that tab was of
   * this site.
   */
  resume: () => void
  alert: (failure: EmbeddedAlert) => void
  /** Connects modal and wallet, before the wallet can show a card for the first time. */
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
  /** Set before a visitor can be logged in. */
  let later: typeof import('./connectorSession.ts') | undefined
  let appearance: EmbeddedAppearance | undefined
  let stopAnnouncing: (() => void) | undefined

  const {
    load: host,
    now: loaded,
    destroy,
  } = createLazyPart({
    context,
    chunk: async () => {
      const page = environment.page()
      if (!page) throw new LatchkeyError('frame_failed')
      return [
        page,
        ...(await Promise.all([import('./createEmbeddedHost.ts'), import('./connectorSession.ts'), join()])),
      ] as const
    },
    make: ([page, { createEmbeddedHost }, session]) => {
      later = session
      if (!store.getState().user) store.setState((state) => ({ ...state, chainId: startChainId() }))
      const { onRefusal } = context
      return createEmbeddedHost({
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
    },
  })

  const frame = { host, environment, load: context.load }
  const listeners = new Map<string, Set<Listener>>()
  const emit = (event: string, value: unknown) => {
    for (const listener of [...(listeners.get(event) ?? [])]) (listener as (value: unknown) => void)(value)
  }
  const provider: Eip1193Provider = Object.freeze({
    request: async (args: { method: string; params?: unknown }) => {
      // Libraries ask on load. Without a login, no code needs to load.
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
  // Without EVM networks in the app, the provider has no use, and the chain IDs are not numeric.
  const hasNumbers = startChainId()[0] === 'e'
  const stop = store.subscribe((state, before) => {
    if (!hasNumbers) return
    if (state.chainId !== before.chainId) emit('chainChanged', toHexChainId(state.chainId))
    later?.emitUser(emit, state, before)
  })

  return {
    getState: store.getState,
    subscribe: store.subscribe,
    provider,
    host,
    hasSession,
    signIn,
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
        return later?.toSession(store.getState().chainId, user)
      },
      disconnect: async () => {
        await (await host()).signOut()
      },
      getProvider: () => provider,
      // Loaded in the connected state.
      setPreferredAccountType: async (options) => later?.preferAccount({ ...frame, ...options }),
      listSmartNetworks: async () => later?.listSmartNetworks(frame) ?? [],
      subscribe: (listener) =>
        store.subscribe((state, before) => {
          const event = later?.toConnectorEvent(state, before)
          if (event) listener(event)
        }),
    },
    announce: () => {
      const page = environment.page()
      if (page && !stopAnnouncing && config.wallet?.announce !== false && hasNumbers)
        stopAnnouncing = announceProvider({ page, provider, name })
    },
    cancel: () => loaded()?.cancel() ?? true,
    raise: () => loaded()?.raise(),
    setAppearance: (next) => {
      appearance = next
      loaded()?.setAppearance(next)
    },
    setProtected: (isProtected) => store.setState((state) => ({ ...state, isProtected })),
    destroy: () => {
      stop()
      stopAnnouncing?.()
      stopAnnouncing = undefined
      destroy()
    },
  }
}

import { type ChainId, type FrameEvent, type FrameMessage, isChainId } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { createAccountBook } from '../accounts/createAccountBook.ts'
import type { Asker } from '../cards/Card.ts'
import { createCardStore } from '../cards/createCardStore.ts'
import { watchLogin } from '../login/watchLogin.ts'
import type { ApprovalNetwork } from '../rpc/createApprovals.ts'
import { createStore } from '../state/Store.ts'
import { createAutoLock } from '../wallet/createAutoLock.ts'
import { createUseReport } from '../wallet/createUseReport.ts'
import { isOpening, openedWallet, type WalletState } from '../wallet/walletReducer.ts'
import { connectKeyWorker } from '../worker/connectKeyWorker.ts'
import type { AcceptedHost } from './acceptHello.ts'
import { createDispatcher, type Dispatcher } from './createDispatcher.ts'
import { createHandlers } from './createHandlers.ts'
import { createLogger } from './createLogger.ts'
import { createConfigLoader, createServices, once } from './createServices.ts'
import type { Frame, FrameTheme } from './Frame.ts'
import type { FrameEnvironment, TabMessage } from './FrameEnvironment.ts'
import type { FrameState } from './FrameState.ts'
import { notifyCards } from './notifyCards.ts'
import { serveWindows } from './windows/serveWindows.ts'

/**
 * Creates the frame. Loads storage, login, worker and settings in parallel, so that the wallet is unlocked by the end of the host's
 * handshake.
 *
 * @param options.acceptHost waits for the host; receives the project's origins
 */
export function createFrame({
  environment,
  projectId,
  firstChain,
  enableLogger,
  acceptHost,
}: {
  environment: FrameEnvironment
  projectId: string
  /** The network from the frame's URL. */
  firstChain: ChainId | undefined
  enableLogger: boolean
  acceptHost: (options: {
    allowedOrigins: () => Promise<readonly string[]>
    refused: (reason: string) => void
  }) => Promise<AcceptedHost>
}): Frame {
  const { now, schedule, page } = environment
  const log = createLogger({ enabled: enableLogger, write: environment.log })
  const theme = createStore<FrameTheme>({ mode: 'light', accent: null })
  const language = createStore(environment.language)
  const claimedName = createStore<string | null>(null)
  const asker = createStore<Asker | null>(null)
  const loadWords = once(environment.loadWords)
  const config = createConfigLoader({ environment, projectId })
  let networks: readonly ApprovalNetwork[] = []
  let chain: ChainId | undefined
  let post: (message: FrameMessage) => void = () => {}
  let dispatcher: Dispatcher | undefined
  /** The project connects only wallets with a recovery factor. */
  let needsProtection = false
  let touch = () => {}
  /** Another tab's use of the wallet also restarts the lock timer here. */
  let putOff = () => {}
  let stopWatching = () => {}
  const stops: (() => void)[] = []

  const emit = (event: FrameEvent) => {
    log('event', { name: event.name })
    post({ k: 'evt', event })
  }
  const alert = (error: ServiceError) => emit({ name: 'alert', code: error.code, message: error.message })

  const { keys, start } = connectKeyWorker({ load: environment.loadKeyWorker })
  const cards = createCardStore({
    openWindow: (name, card) => windows.open({ page: name, card }),
  })
  const book = createAccountBook({ keys, openStore: async () => (await servicesOf()).store })
  let learning: Promise<void> = Promise.resolve()
  const servicesOf = once(() =>
    createServices({
      environment,
      projectId,
      keys,
      cards,
      config,
      loadWords,
      accounts: (services, chainId) => state.accounts(services, chainId),
      networks: () => networks,
      asker: () => {
        const current = asker.getState()
        // No requests before the handshake.
        if (!current) throw new ServiceError('origin_not_allowed')
        return current
      },
      language: language.getState,
      ended: () => {
        tabs.post({ kind: 'signedOut' })
        void followSession({ kind: 'signedOut', had: true })
      },
      alert: (code) => alert(new ServiceError(code)),
      changed: () => tabs.post({ kind: 'walletChanged' }),
      lockedHere: () => tabs.post({ kind: 'locked' }),
      used: () => touch(),
    }),
  )

  /** The wallet that the host may see: unlocked here, and protected if the project requires that first. */
  const connectedWallet = (of: WalletState) => {
    const view = openedWallet(of)
    return needsProtection && view?.factors.length === 0 ? null : view
  }
  const networkInUse = () => networks.find(({ chainId }) => chainId === chain) ?? networks[0]
  const activeChain = (): ChainId => {
    const known = networkInUse()
    if (!known) throw new ServiceError('unsupported_chain')
    return known.chainId
  }
  const state: FrameState = {
    theme,
    language,
    claimedName,
    networks: () => networks,
    chain: activeChain,
    setChain: async (next) => {
      if (!networks.some(({ chainId }) => chainId === next)) throw new ServiceError('unsupported_chain')
      if (next === activeChain()) return
      chain = next
      const { session } = await servicesOf()
      await session.setChain(next)
      emit({ name: 'chainChanged', chainId: next })
      await tellAccount()
    },
    accounts: ({ session, wallet }, chainId = activeChain()) => {
      const view = session.current() && connectedWallet(wallet.state.getState())
      return view ? book.list({ wallet: view, network: networks.find((one) => one.chainId === chainId) }) : []
    },
    learned: () => learning,
    prefer: async ({ owner, type }) => {
      await book.choose({ owner, chainId: activeChain(), type })
      await tellAccount()
      tabs.post({ kind: 'walletChanged' })
    },
  }

  /** Starts the watchers that run as long as a login. */
  const follow = async () => {
    const { session, wallet } = await servicesOf()
    stopWatching()
    stopWatching = watchLogin({
      session,
      locked: environment.locked,
      projectId,
      now,
      schedule,
      page,
      changed: () => {
        tabs.post({ kind: 'walletChanged' })
        void wallet.open()
      },
    })
  }
  /** Drops everything of the login: keys, cards, windows. */
  const drop = async () => {
    stopWatching()
    const { wallet, login, told } = await servicesOf()
    login.end()
    told.setState(null)
    windows.closeAll()
    cards.clear()
    await keys.lock()
    wallet.dispatch({ type: 'sessionEnded' })
  }
  /** Does the same, and notifies the host of the disconnect. */
  const leave = async (code: 'session_ended') => {
    const { wallet } = await servicesOf()
    const was = connectedWallet(wallet.state.getState())
    await drop()
    if (was) emit({ name: 'accountsChanged', accounts: [] })
    emit({ name: 'disconnect', code })
  }
  const tabs = environment.openTabs({
    name: `latchkey-wallet:${projectId}`,
    receive: ({ kind }) => void hear(kind),
  })
  const hear = async (kind: TabMessage['kind']) => {
    if (kind === 'used') return putOff()
    const { session, wallet } = await servicesOf()
    if (kind === 'locked') return wallet.lockedElsewhere()
    if (kind !== 'walletChanged') return followSession({ kind, had: session.current() !== null })
    if (session.current()) await wallet.open()
  }
  /**
   * Follows the stored login, which all tabs share. Of two logins the later one wins, although messages about them arrive in any
   * order.
   *
   * @param options.kind change of the login, by another tab or the server
   * @param options.had whether this tab had a login until now
   */
  const followSession = async ({ kind, had }: { kind: 'signedIn' | 'signedOut'; had: boolean }) => {
    const { session, wallet } = await servicesOf()
    // Pending server requests must use the new login.
    if (isOpening(wallet.state.getState())) await wallet.open()
    const before = session.current()
    if (!(await session.restore())) {
      if (had) await leave('session_ended')
      return
    }
    const isAnother = session.current()?.userId !== before?.userId
    if (had && isAnother) await drop()
    if (!isAnother && kind === 'signedOut') return
    await wallet.open()
    await follow()
  }

  const boot = once(async () => {
    const { session, wallet } = await servicesOf()
    // Unlock the wallet while the settings still load.
    const opening = session.restore().then(async (isSignedIn) => {
      if (isSignedIn) await wallet.open()
      return isSignedIn
    })
    opening.catch(() => {})
    const settings = await config()
    needsProtection = settings.recovery === 'at-creation'
    networks = settings.chains.filter(({ chainId }) => chainId.startsWith('eip155:'))
    chain ??= firstChain
    stops.push(wallet.state.subscribe(onWallet))
    onWallet(wallet.state.getState())
    const lockTimer = createAutoLock({
      minutes: settings.autoLock,
      now,
      schedule,
      page,
      lock: () => {
        // A wallet that is being reloaded counts as unlocked.
        if (['unlocked', 'unlocking', 'opening'].includes(wallet.state.getState().status)) void wallet.lock()
      },
    })
    putOff = lockTimer.touch
    const report =
      settings.autoLock === 'off'
        ? () => {}
        : createUseReport({ session, wallet, now, tellTabs: () => tabs.post({ kind: 'used' }) })
    touch = () => {
      lockTimer.touch()
      report()
    }
    stops.push(lockTimer.stop)
    if (!(await opening)) return
    // A reload does not count as use of the wallet, nor does a load an hour later: the timer continues.
    const left = wallet.locksIn()
    if (left !== null) lockTimer.resume(left)
    const remembered = session.current()?.chainId
    if (isChainId(remembered)) chain = remembered
    await learning
    await tellAccount()
    void finishGrants().catch(() => {})
    await follow()
  })

  /** Completes permission grants that an earlier page started, without asking the visitor. */
  const finishGrants = async () => {
    const { requests } = await servicesOf()
    const { permissions } = await requests()
    await permissions.resume()
  }

  /** A login started here. */
  const signedIn = () => {
    touch()
    tabs.post({ kind: 'signedIn' })
    void follow()
  }

  let told: string | null = null
  let isToldLocked = false
  let before: WalletState['status'] = 'signedOut'
  const tellAccount = async () => {
    const { wallet } = await servicesOf()
    tellUsed(wallet.state.getState())
  }
  /** Notifies the host if another account is in use than before. */
  const tellUsed = (next: WalletState) => {
    const view = connectedWallet(next)
    const address = (view && book.list({ wallet: view, network: networkInUse() })[0]?.address) ?? null
    if (address !== told && address !== null) emit({ name: 'accountsChanged', accounts: [address] })
    // Another device removed this one from the wallet but not from the login, or the last recovery factor was removed.
    if (told !== null && address === null && (next.status === 'recovering' || next.status === 'unlocked'))
      emit({ name: 'accountsChanged', accounts: [] })
    told = address
  }
  /** The server answered and the wallet is unlocked: pin the server's keys, and report the offline exports. */
  const onOpened = async () => {
    const { health, offlineExports } = await servicesOf()
    await Promise.all([(await health()).pin(), (await offlineExports()).report()])
  }
  const onWallet = (next: WalletState) => {
    const owner = connectedWallet(next)?.address
    if (owner !== undefined && networks.some(({ smartAccounts }) => smartAccounts))
      // Without a smart account, the EOA is used.
      learning = book.learn(owner).then(tellAccount, tellAccount)
    else tellUsed(next)
    if (next.status === 'failed') alert(new ServiceError(next.code))
    if ((next.status === 'unlocked' || next.status === 'locked') && before !== next.status)
      void onOpened().catch(() => {})
    before = next.status
    if (next.status === 'locked' && !isToldLocked) emit({ name: 'locked' })
    // During a reload the wallet is still locked.
    if (next.status !== 'opening') isToldLocked = next.status === 'locked'
  }

  const windows = serveWindows({
    environment,
    calls: async (name) => {
      const { createWindowCalls } = await environment.loadLater()
      return createWindowCalls({ page: name, environment, services: servicesOf, state, asker, signedIn })
    },
  })
  stops.push(windows.stop, tabs.close)

  // Start in parallel: nothing of it depends on the host.
  start()
  void boot().catch(() => {})

  const serve = async () => {
    const { origin, port, nonce } = await acceptHost({
      allowedOrigins: async () => (await config()).origins,
      refused: (reason) => log('refused a hello', { reason }),
    })
    const describeAsker = () => asker.setState({ origin, claimedName: claimedName.getState() })
    describeAsker()
    stops.push(claimedName.subscribe(describeAsker))
    post = (message) => port.postMessage(message)
    dispatcher = createDispatcher({
      handlers: createHandlers({
        environment,
        services: servicesOf,
        booted: boot,
        connectedWallet,
        state,
        cards,
        projectId,
        hostOrigin: () => origin,
        abort: (options) => dispatcher?.abort(options),
        signedIn,
        signedOut: async () => {
          const { session } = await servicesOf()
          // Otherwise the server refuses the open long poll, and the browser's console shows that.
          stopWatching()
          await session.end()
          tabs.post({ kind: 'signedOut' })
          await leave('session_ended')
        },
      }),
      post,
      now,
      validateResults: environment.isDevelopment,
      refused: (code) => log('refused a message', { reason: code }),
    })
    port.addEventListener('message', ({ data }) => dispatcher?.receive(data))
    port.start()
    stops.push(() => port.close())
    emit({ name: 'ready', nonce })
    // After the start: earlier changes are not events.
    stops.push(notifyCards({ card: cards.card, emit }))
  }
  void serve().catch((error: unknown) => log('no host', { reason: error instanceof ServiceError ? error.code : '' }))

  return {
    card: cards.card,
    actions: cards.actions,
    asker,
    theme,
    language,
    resize: (height) => {
      if (Number.isFinite(height)) emit({ name: 'resize', height: Math.max(0, Math.min(2_000, Math.round(height))) })
    },
    touch: () => touch(),
    stop: () => {
      stopWatching()
      dispatcher?.abort({})
      for (const stop of stops) stop()
      cards.clear()
      void keys.lock().catch(() => {})
    },
  }
}

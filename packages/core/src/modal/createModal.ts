import { LatchkeyError } from '@latchkey/protocol'
import type { ConnectionFeature } from '../connection/ConnectionFeature.ts'
import type { ConnectionState } from '../connection/connectionState.ts'
import type { Environment, TimerId } from '../environment/Environment.ts'
import type { LatchkeyConfig } from '../LatchkeyConfig.ts'
import type { NetworksFeature, NetworksState } from '../networks/NetworksFeature.ts'
import { createStore } from '../store/Store.ts'
import { createToasts } from './createToasts.ts'
import type { CloseRefusal, ModalFeature, ModalResult, ModalState, ViewEntry, ViewName } from './ModalFeature.ts'
import { initialModal, type ModalEvent, modalReducer } from './modalReducer.ts'

/** How long the modal shakes (specification 2). */
export const shakeDuration = 500

/** The views that have served once a wallet is connected. */
const connectViews: readonly ViewName[] = [
  'Connect',
  'ConnectingExternal',
  'ConnectingMultiChain',
  'ConnectingWalletConnect',
  'ConnectingWalletConnectBasic',
  'ConnectingSocial',
  'ConnectingFarcaster',
  'EmailVerifyDevice',
  'EmailVerifyOtp',
  'AllWallets',
  'GetWallet',
  'WhatIsAWallet',
]

/** The views that stand for themselves: all others are about an account, and one is connected first. */
const openViews: readonly ViewName[] = [
  ...connectViews,
  'ApproveTransaction',
  'Networks',
  'SwitchNetwork',
  'WhatIsANetwork',
  'WhatIsABuy',
  'Transaction',
]

/** The modal as the kit's other parts see it. */
export type ModalInternals = ModalFeature & {
  /** A transaction left: what `open` resolves with. */
  noteSent: (options: { hash: string }) => void
  /** The embedded wallet asks for an approval: shows the view behind its card. */
  showApproval: () => void
  /** It asks no more: goes back to where it came from. */
  endApproval: () => void
  destroy: () => void
}

/** Runs the modal: the reducer moves, this decides what connection and network changes mean for it. */
export function createModal({
  config,
  environment,
  connection,
  networks,
  approval,
  signIn,
}: {
  config: LatchkeyConfig
  environment: Environment
  connection: ConnectionFeature
  networks: NetworksFeature
  /** What the embedded wallet asks; `cancel` declines it and answers false when it may not be declined now. */
  approval: { isOpen: () => boolean; cancel: () => boolean }
  /** Whether the account in use may not stay connected without a session that it does not have. */
  signIn: { isMissing: () => boolean }
}): ModalInternals {
  const store = createStore<ModalState>(initialModal)
  let waiting: ((result: ModalResult) => void)[] = []
  let result: ModalResult = { type: 'closed' }
  let shakeTimer: TimerId | undefined
  const toasts = createToasts({
    environment,
    show: (toast) => dispatch(toast ? { type: 'toastShown', toast } : { type: 'toastClosed' }),
  })

  const dispatch = (event: ModalEvent) => {
    const wasOpen = store.getState().open
    store.setState((state) => modalReducer(state, event))
    if (!wasOpen || store.getState().open) return
    const callers = waiting
    waiting = []
    for (const resolve of callers) resolve(result)
    result = { type: 'closed' }
  }
  const topView = () => store.getState().history.at(-1)
  /** Whether a foreign network has a view of its own at all. */
  const isUnsupportedRuled = !config.allowUnsupportedChain && !config.basic && config.enableNetworkSwitch !== false
  const isUnsupported = (state: NetworksState) => state.unsupportedChainId !== undefined && isUnsupportedRuled
  const toEntry = (name: ViewName, data: unknown) => ({ name, data }) as ViewEntry

  const mayLeave = (): boolean => {
    const view = topView()?.name
    const reason: CloseRefusal | undefined =
      view === 'UnsupportedChain' && isUnsupported(networks.getState())
        ? 'chooseNetwork'
        : (view === 'SIWXSignMessage' || view === 'ConnectingSiwe') && signIn.isMissing()
          ? 'signInRequired'
          : // Whoever closes a request declines it; one that is being signed cannot be taken back.
            view === 'ApproveTransaction' && approval.isOpen() && !approval.cancel()
            ? 'walletBusy'
            : undefined
    if (!reason) return true
    dispatch({ type: 'closeRefused', reason })
    environment.clearTimeout(shakeTimer)
    shakeTimer = environment.setTimeout(() => dispatch({ type: 'shakeEnded' }), shakeDuration)
    return false
  }
  const open = (...entries: [ViewEntry, ...ViewEntry[]]) => dispatch({ type: 'opened', entries })
  const firstView = (): ViewName => {
    if (connection.getState().status === 'connected')
      return isUnsupported(networks.getState()) ? 'UnsupportedChain' : 'Account'
    if (!config.basic) return 'Connect'
    return environment.isMobile() ? 'AllWallets' : 'ConnectingWalletConnectBasic'
  }
  const showUnsupported = () => {
    if (topView()?.name === 'UnsupportedChain') return
    if (store.getState().open) dispatch({ type: 'reset', entry: toEntry('UnsupportedChain', undefined) })
    else open(toEntry('UnsupportedChain', undefined))
  }

  // Connection and networks change in one go and tell it one after the other, so both are read together and compared
  // with what was seen last.
  const look = () => {
    const state = connection.getState()
    const { active, unsupportedChainId, switchingTo } = networks.getState()
    const unsupported =
      state.status === 'connected' && isUnsupported(networks.getState()) ? unsupportedChainId : undefined
    return {
      status: state.status,
      asking: state.asking?.id,
      isLive: (connectorId: string) => state.connections.some(({ account }) => account.connector.id === connectorId),
      unsupported,
      active: active?.caipNetworkId,
      switchingTo,
    }
  }
  let seen = look()
  const follow = () => {
    const before = seen
    const now = look()
    seen = now
    const answered = before.asking !== undefined && now.asking === undefined && now.isLive(before.asking)
    if (before.status === 'connected' && now.status === 'disconnected') {
      if (!now.switchingTo) dispatch({ type: 'closed' })
    } else if (now.status === 'connected' && (answered || before.status !== 'connected'))
      onConnected(before.status, now.unsupported)
    else if (now.unsupported !== undefined) {
      if (now.unsupported !== before.unsupported && now.status === 'connected') showUnsupported()
    } else if (!now.switchingTo) {
      const { history } = store.getState()
      const top = history.at(-1)
      if (history.some(({ name }) => name === 'UnsupportedChain') && isUnsupportedRuled)
        dispatch({ type: 'finished', views: ['UnsupportedChain', 'SwitchNetwork', 'Networks'] })
      else if (top?.name === 'SwitchNetwork' && now.active === top.data.chainId)
        dispatch({ type: 'finished', views: ['SwitchNetwork', 'Networks'] })
    }
  }
  const onConnected = (statusBefore: ConnectionState['status'], unsupported: string | undefined) => {
    const state = connection.getState()
    const restored = statusBefore === 'reconnecting'
    if (state.status !== 'connected') return
    if (store.getState().open && result.type === 'closed')
      result = { type: 'connected', address: state.account.address }
    // A wallet that comes back on load on a foreign network shows in the button; nothing opens by itself.
    if (unsupported !== undefined && (!restored || store.getState().open)) showUnsupported()
    // Opened while the last visit's connection was on its way back: the account is what was asked for.
    else if (restored && topView()?.name === 'Connect' && store.getState().history.length === 1)
      dispatch({ type: 'reset', entry: toEntry('Account', undefined) })
    else dispatch({ type: 'finished', views: connectViews })
  }
  const stops = [connection.subscribe(follow), networks.subscribe(follow)]

  return {
    getState: store.getState,
    subscribe: store.subscribe,
    open: (options) =>
      new Promise((resolve) => {
        waiting.push(resolve)
        const entry = toEntry(options?.view ?? firstView(), options?.data)
        // Whoever asks for what is about an account connects one first, and then is there.
        if (connection.getState().status === 'connected' || openViews.includes(entry.name)) open(entry)
        else open(entry, toEntry(firstView(), undefined))
      }),
    close: () => {
      if (store.getState().open && mayLeave()) dispatch({ type: 'closed' })
    },
    push: (name, ...data) => dispatch({ type: 'pushed', entry: toEntry(name, data[0]) }),
    replace: (name, ...data) => dispatch({ type: 'replaced', entry: toEntry(name, data[0]) }),
    reset: (name, ...data) => dispatch({ type: 'reset', entry: toEntry(name, data[0]) }),
    goBack: () => {
      const view = topView()
      const { history } = store.getState()
      const below = history.at(-2)
      const isReachable =
        below !== undefined && (connection.getState().status === 'connected' || openViews.includes(below.name))
      if (below && !isReachable) dispatch({ type: 'closed' })
      else if (below && view?.name !== 'ApproveTransaction') dispatch({ type: 'wentBack' })
      // Declining an approval has led back already.
      else if (mayLeave() && topView() === view) dispatch({ type: 'wentBack' })
    },
    toast: toasts.toast,
    dismissToast: toasts.dismiss,
    alert: ({ code, details }) => {
      const { message } = new LatchkeyError(code)
      dispatch({ type: 'alertShown', alert: { code, message, details } })
    },
    dismissAlert: () => dispatch({ type: 'alertDismissed' }),
    noteSent: ({ hash }) => {
      if (store.getState().open) result = { type: 'sent', hash }
    },
    showApproval: () => {
      const entry = toEntry('ApproveTransaction', undefined)
      if (store.getState().open) dispatch({ type: 'pushed', entry })
      else open(entry)
    },
    endApproval: () => dispatch({ type: 'finished', views: ['ApproveTransaction'] }),
    destroy: () => {
      for (const stop of stops) stop()
      environment.clearTimeout(shakeTimer)
      toasts.destroy()
    },
  }
}

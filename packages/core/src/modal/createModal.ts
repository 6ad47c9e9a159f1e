import type { ConnectionFeature } from '../connection/ConnectionFeature.ts'
import type { ConnectionState } from '../connection/connectionState.ts'
import type { Environment, TimerId } from '../environment/Environment.ts'
import type { LatchkeyConfig } from '../LatchkeyConfig.ts'
import type { NetworksFeature, NetworksState } from '../networks/NetworksFeature.ts'
import { createStore } from '../store/Store.ts'
import { createToasts } from './createToasts.ts'
import type { ModalFeature, ModalResult, ModalState, ViewEntry, ViewName } from './ModalFeature.ts'
import { initialModal, type ModalEvent, modalReducer } from './modalReducer.ts'

/** How long the modal shakes (specification 2). */
export const shakeDuration = 500

/** The views that have served once a wallet is connected. */
const connectViews: readonly ViewName[] = [
  'Connect',
  'ConnectingExternal',
  'EmailVerifyDevice',
  'EmailVerifyOtp',
  'AllWallets',
  'GetWallet',
  'WhatIsAWallet',
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
}: {
  config: LatchkeyConfig
  environment: Environment
  connection: ConnectionFeature
  networks: NetworksFeature
  /** What the embedded wallet asks; `cancel` declines it and answers false when it may not be declined now. */
  approval: { isOpen: () => boolean; cancel: () => boolean }
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
  const isUnsupported = (state: NetworksState) =>
    state.unsupportedChainId !== undefined && !config.allowUnsupportedChain
  const toEntry = (name: ViewName, data: unknown) => ({ name, data }) as ViewEntry

  const mayLeave = (): boolean => {
    const view = topView()?.name
    const reason =
      view === 'UnsupportedChain' && isUnsupported(networks.getState())
        ? 'Choose a network of this site first, or disconnect'
        : // Whoever closes a request declines it; one that is being signed cannot be taken back.
          view === 'ApproveTransaction' && approval.isOpen() && !approval.cancel()
          ? 'Wait until the wallet has finished'
          : undefined
    if (!reason) return true
    dispatch({ type: 'closeRefused', reason })
    environment.clearTimeout(shakeTimer)
    shakeTimer = environment.setTimeout(() => dispatch({ type: 'shakeEnded' }), shakeDuration)
    return false
  }
  const open = (entry: ViewEntry) => dispatch({ type: 'opened', entry })
  const showUnsupported = () => {
    if (topView()?.name === 'UnsupportedChain') return
    if (store.getState().open) dispatch({ type: 'reset', entry: toEntry('UnsupportedChain', undefined) })
    else open(toEntry('UnsupportedChain', undefined))
  }

  // Connection and networks change in one go and tell it one after the other, so both are read together and compared
  // with what was seen last.
  const look = () => {
    const { status } = connection.getState()
    const { active, unsupportedChainId, switchingTo } = networks.getState()
    const unsupported = status === 'connected' && isUnsupported(networks.getState()) ? unsupportedChainId : undefined
    return { status, unsupported, active: active?.caipNetworkId, switchingTo }
  }
  let seen = look()
  const follow = () => {
    const before = seen
    const now = look()
    seen = now
    if (before.status === 'connected' && now.status === 'disconnected') {
      if (!now.switchingTo) dispatch({ type: 'closed' })
    } else if (now.status === 'connected' && before.status !== 'connected') onConnected(before.status, now.unsupported)
    else if (now.unsupported !== undefined) {
      if (now.unsupported !== before.unsupported && now.status === 'connected') showUnsupported()
    } else if (!now.switchingTo) {
      const { history } = store.getState()
      const top = history.at(-1)
      if (history.some(({ name }) => name === 'UnsupportedChain') && !config.allowUnsupportedChain)
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
    else if (restored && topView()?.name === 'Connect')
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
        const connected = connection.getState().status === 'connected'
        const view =
          options?.view ??
          (!connected ? 'Connect' : isUnsupported(networks.getState()) ? 'UnsupportedChain' : 'Account')
        open(toEntry(view, options?.data))
      }),
    close: () => {
      if (store.getState().open && mayLeave()) dispatch({ type: 'closed' })
    },
    push: (name, ...data) => dispatch({ type: 'pushed', entry: toEntry(name, data[0]) }),
    replace: (name, ...data) => dispatch({ type: 'replaced', entry: toEntry(name, data[0]) }),
    reset: (name, ...data) => dispatch({ type: 'reset', entry: toEntry(name, data[0]) }),
    goBack: () => {
      const view = topView()
      if (store.getState().history.length > 1 && view?.name !== 'ApproveTransaction') dispatch({ type: 'wentBack' })
      // Declining an approval has led back already.
      else if (mayLeave() && topView() === view) dispatch({ type: 'wentBack' })
    },
    toast: toasts.toast,
    dismissToast: toasts.dismiss,
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

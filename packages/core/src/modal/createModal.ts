import { LatchkeyError } from '@latchkey/protocol'
import type { ConnectionFeature } from '../connection/ConnectionFeature.ts'
import type { ConnectionState } from '../connection/connectionState.ts'
import type { Environment, TimerId } from '../environment/Environment.ts'
import type { LatchkeyConfig } from '../LatchkeyConfig.ts'
import type { NetworksFeature, NetworksState } from '../networks/NetworksFeature.ts'
import { createStore } from '../store/Store.ts'
import { createToasts } from './createToasts.ts'
import { isBasic } from './isBasic.ts'
import type { CloseRefusal, ModalFeature, ModalResult, ModalState, ViewEntry, ViewName } from './ModalFeature.ts'
import { initialModal, type ModalEvent, modalReducer } from './modalReducer.ts'

/** Milliseconds for which the modal shakes (specification 2). */
export const shakeDuration = 500

/** Views that are done after a wallet has connected. */
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

/** Views that need no account. For all others, an account is connected first. */
const openViews: readonly ViewName[] = [
  ...connectViews,
  'ApproveTransaction',
  'Networks',
  'SwitchNetwork',
  'WhatIsANetwork',
  'WhatIsABuy',
  'Transaction',
]

/** Views that remain valid after a change of the current account. */
const staysWithAny: readonly ViewName[] = [...openViews, 'Account', 'Wallets', 'UnsupportedChain']
const signInViews: readonly ViewName[] = ['SIWXSignMessage', 'ConnectingSiwe']
const networkViews: readonly ViewName[] = ['SwitchNetwork', 'Networks']

/** The modal with the methods for other features. */
export type ModalInternals = Omit<ModalFeature, 'toast'> & {
  /** Shows the sign-in view for an account without a sign-in. */
  showSignIn: () => void
  /** Closes the sign-in view, or continues to the requested view. */
  endSignIn: (options: { signedIn: boolean }) => void
  /** Closes an optional sign-in view, if it is open. */
  leaveSignIn: () => void
  /** Shows a toast. @returns a function that removes this toast, shown or still waiting */
  toast: (...options: Parameters<ModalFeature['toast']>) => () => void
  /** Sets the result of `open` after a transaction was sent. */
  noteSent: (options: { hash: string; type?: 'sent' | 'swapped' }) => void
  /** Shows the view behind the embedded wallet's card for an approval. */
  showApproval: () => void
  /** Returns to the previous view after the approval. */
  endApproval: () => void
  /** Holds back toasts while the embedded wallet's card shows, because nothing may cover it. */
  holdToasts: (held: boolean) => void
  destroy: () => void
}

/** Creates the modal. The reducer makes the moves, and this decides about them after changes of connection and network. */
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
  /** The embedded wallet's approval. `cancel` declines it, and returns false if it cannot be declined now. */
  approval: { isOpen: () => boolean; cancel: () => boolean }
  /** Whether the current account is about to be asked for a sign-in, and whether a required one is missing. */
  signIn: { isAsked: () => boolean; isMissing: () => boolean }
}): ModalInternals {
  const store = createStore<ModalState>(initialModal)
  let waiting: ((result: ModalResult) => void)[] = []
  let result: ModalResult = { type: 'closed' }
  /** Whether a requested view waits below the views that lead to it. */
  let goesOn = false
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
    goesOn = false
  }
  const topView = () => store.getState().history.at(-1)
  const { leavesUnsupported } = networks
  const isUnsupported = (state: NetworksState) => leavesUnsupported && state.unsupportedChainId !== undefined
  const toEntry = (name: ViewName, data: unknown) => ({ name, data }) as ViewEntry

  const signInEntry = toEntry(
    config.networks.every(({ chainNamespace }) => chainNamespace === 'eip155') ? 'ConnectingSiwe' : 'SIWXSignMessage',
    undefined,
  )
  const isShown = (views: readonly ViewName[]) => store.getState().history.some(({ name }) => views.includes(name))

  /** Returns the reason why a view has to stay. */
  const bindingOf = (name: ViewName): CloseRefusal | undefined =>
    name === 'UnsupportedChain' && isUnsupported(networks.getState())
      ? 'chooseNetwork'
      : signInViews.includes(name) && signIn.isMissing()
        ? 'signInRequired'
        : name === 'ApproveTransaction' && approval.isOpen()
          ? 'walletBusy'
          : undefined
  const mayLeave = (history: readonly ViewEntry[]): boolean => {
    const reason = history.map(({ name }) => bindingOf(name)).find((binding) => binding !== undefined)
    // Closing a request declines it, except during the signature.
    if (!reason || (reason === 'walletBusy' && approval.cancel())) return true
    dispatch({ type: 'closeRefused', reason })
    environment.clearTimeout(shakeTimer)
    shakeTimer = environment.setTimeout(() => dispatch({ type: 'shakeEnded' }), shakeDuration)
    return false
  }
  /** Keeps views that have to stay above the next ones. */
  const withBinding = (...entries: ViewEntry[]) =>
    [
      ...entries,
      ...store.getState().history.filter(({ name }) => bindingOf(name) && entries.at(-1)?.name !== name),
    ] as unknown as [ViewEntry, ...ViewEntry[]]
  const open = (...entries: [ViewEntry, ...ViewEntry[]]) => dispatch({ type: 'opened', entries })
  const show = (entry: ViewEntry) => (store.getState().open ? dispatch({ type: 'pushed', entry }) : open(entry))
  /** Removes views that are done. If a sign-in follows, its view replaces them, so that the modal does not close and open again. */
  const finish = (views: readonly ViewName[]) => {
    if (signIn.isAsked() && store.getState().history.every(({ name }) => views.includes(name)))
      dispatch({ type: 'pushed', entry: signInEntry })
    dispatch({ type: 'finished', views })
  }
  const isRefused = (name: ViewName) =>
    networkViews.includes(name) && config.enableNetworkSwitch === false
      ? 'network_switch_off'
      : signInViews.includes(name) && !config.siwx
        ? 'siwx_not_enabled'
        : undefined
  const firstView = (): ViewName => {
    if (connection.getState().status === 'connected')
      return isUnsupported(networks.getState()) ? 'UnsupportedChain' : 'Account'
    if (!isBasic(config)) return 'Connect'
    return environment.isMobile() ? 'AllWallets' : 'ConnectingWalletConnectBasic'
  }
  const showUnsupported = () => {
    if (topView()?.name === 'UnsupportedChain') return
    if (store.getState().open) dispatch({ type: 'reset', entry: toEntry('UnsupportedChain', undefined) })
    else open(toEntry('UnsupportedChain', undefined))
  }

  // Connection and networks change together but notify separately, so both are read and compared with the previous state.
  const look = () => {
    const state = connection.getState()
    const { active, unsupportedChainId, switchingTo } = networks.getState()
    const unsupported =
      state.status === 'connected' && isUnsupported(networks.getState()) ? unsupportedChainId : undefined
    return {
      status: state.status,
      connectorId: state.status === 'connected' ? state.account.connector.id : undefined,
      wallet: state.status === 'connected' ? state.account.connector.name : undefined,
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
    const isLost = before.connectorId !== undefined && !now.isLive(before.connectorId)
    // The visitor has to learn about the new wallet before it signs.
    if (isLost && now.wallet !== undefined && !answered) {
      const { wallet } = now
      toasts.toast({ kind: 'success', message: `Disconnected. Now using ${wallet}.`, text: 'tookOver', wallet })
    }
    if (isLost && now.status !== 'connected') {
      if (result.type !== 'sent') result = { type: 'closed' }
      // While another wallet has a request, its view stays.
      if (now.status === 'disconnected' && !now.switchingTo) dispatch({ type: 'closed' })
    } else if (now.status === 'connected' && (answered || before.status !== 'connected'))
      onConnected(before.status, now.unsupported)
    else if (now.unsupported !== undefined) {
      if (now.unsupported !== before.unsupported && now.status === 'connected') showUnsupported()
    } else if (!now.switchingTo) {
      const top = topView()
      if (isLost && top && !staysWithAny.includes(top.name)) {
        if (!(signInViews.includes(top.name) && signIn.isAsked()))
          dispatch({ type: 'reset', entry: toEntry('Account', undefined) })
      } else if (leavesUnsupported && isShown(['UnsupportedChain'])) finish(['UnsupportedChain', ...networkViews])
      else endSwitch()
    }
  }
  const endSwitch = () => {
    const entry = store.getState().history.find(({ name }) => name === 'SwitchNetwork')
    if (entry?.name === 'SwitchNetwork' && networks.getState().active?.caipNetworkId === entry.data.chainId)
      finish(networkViews)
  }
  const onConnected = (statusBefore: ConnectionState['status'], unsupported: string | undefined) => {
    const state = connection.getState()
    const restored = statusBefore === 'reconnecting'
    if (state.status !== 'connected') return
    if (store.getState().open && result.type === 'closed')
      result = { type: 'connected', address: state.account.address }
    // A wallet that reconnects on load on an unsupported network shows only in the button. The modal does not open automatically.
    if (unsupported !== undefined && (!restored || store.getState().open)) showUnsupported()
    // It was opened during the reconnect, so the visitor expects the account.
    else if (restored && topView()?.name === 'Connect' && store.getState().history.length === 1)
      dispatch({ type: 'reset', entry: toEntry('Account', undefined) })
    else {
      finish(unsupported === undefined ? [...connectViews, 'UnsupportedChain'] : connectViews)
      endSwitch()
    }
  }
  const stops = [connection.subscribe(follow), networks.subscribe(follow)]

  return {
    getState: store.getState,
    subscribe: store.subscribe,
    open: (options) => {
      const entry = toEntry(options?.view ?? firstView(), options?.data)
      const refusal = isRefused(entry.name)
      if (refusal) return Promise.reject(new LatchkeyError(refusal))
      return new Promise((resolve) => {
        waiting.push(resolve)
        // A view about an account shows after the connection.
        goesOn = connection.getState().status !== 'connected' && !openViews.includes(entry.name)
        open(...withBinding(entry, ...(goesOn ? [toEntry(firstView(), undefined)] : [])))
      })
    },
    close: () => {
      if (store.getState().open && mayLeave(store.getState().history)) dispatch({ type: 'closed' })
    },
    push: (name, ...data) => {
      if (!isRefused(name)) dispatch({ type: 'pushed', entry: toEntry(name, data[0]) })
    },
    replace: (name, ...data) => {
      const top = topView()
      if (!isRefused(name) && !(top && bindingOf(top.name)))
        dispatch({ type: 'replaced', entry: toEntry(name, data[0]) })
    },
    reset: (name, ...data) => {
      if (isRefused(name) || !store.getState().open) return
      open(...withBinding(toEntry(name, data[0])))
    },
    goBack: () => {
      const { history } = store.getState()
      const top = history.at(-1)
      const below = history.at(-2)
      const isReachable =
        below !== undefined && (connection.getState().status === 'connected' || openViews.includes(below.name))
      if (below && !isReachable) dispatch({ type: 'closed' })
      // Declining an approval has already led back.
      else if (mayLeave(history.slice(-1)) && topView() === top) dispatch({ type: 'wentBack' })
    },
    toast: toasts.toast,
    dismissToast: toasts.dismiss,
    alert: ({ code, message, details }) => dispatch({ type: 'alertShown', alert: { code, message, details } }),
    dismissAlert: () => dispatch({ type: 'alertDismissed' }),
    noteSent: ({ hash, type = 'sent' }) => {
      if (store.getState().open) result = { type, hash }
    },
    showSignIn: () => {
      if (!isShown(signInViews)) show(signInEntry)
    },
    endSignIn: ({ signedIn }) => {
      const state = connection.getState()
      if (signedIn && !('hash' in result) && state.status === 'connected')
        result = { type: 'signedIn', address: state.account.address }
      if (!isShown(signInViews)) return
      dispatch(goesOn ? { type: 'finished', views: signInViews } : { type: 'closed' })
    },
    leaveSignIn: () => {
      if (isShown(signInViews)) dispatch({ type: 'closed' })
    },
    showApproval: () => show(toEntry('ApproveTransaction', undefined)),
    endApproval: () => dispatch({ type: 'finished', views: ['ApproveTransaction'] }),
    holdToasts: toasts.hold,
    destroy: () => {
      for (const stop of stops) stop()
      environment.clearTimeout(shakeTimer)
      toasts.destroy()
    },
  }
}

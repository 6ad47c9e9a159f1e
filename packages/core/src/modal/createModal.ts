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

/** The views that show what the one account in use has: with another account they are about nothing. */
const staysWithAny: readonly ViewName[] = [...openViews, 'Account', 'Wallets', 'UnsupportedChain']
const signInViews: readonly ViewName[] = ['SIWXSignMessage', 'ConnectingSiwe']
const networkViews: readonly ViewName[] = ['SwitchNetwork', 'Networks']

/** The modal as the kit's other parts see it. */
export type ModalInternals = ModalFeature & {
  /** The account in use has no session: shows the view that asks for one. */
  showSignIn: () => void
  /** It has one, or needs none any more: closes, or goes on to what was asked for. */
  endSignIn: (options: { signedIn: boolean }) => void
  /** The visitor does without: closes, unless the view is not there. */
  leaveSignIn: () => void
  /** As `toast`. @returns a function that takes this toast back, shown or still waiting */
  showToast: (...options: Parameters<ModalFeature['toast']>) => () => void
  /** A transaction left: what `open` resolves with. */
  noteSent: (options: { hash: string; type?: 'sent' | 'swapped' }) => void
  /** The embedded wallet asks for an approval: shows the view behind its card. */
  showApproval: () => void
  /** It asks no more: goes back to where it came from. */
  endApproval: () => void
  /** Nothing of the kit may lie over the embedded wallet's card: while held back, no toast shows. */
  holdToasts: (held: boolean) => void
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
  /** Whether the account in use is about to be asked for a session that it does not have, and may not stay without. */
  signIn: { isAsked: () => boolean; isMissing: () => boolean }
}): ModalInternals {
  const store = createStore<ModalState>(initialModal)
  let waiting: ((result: ModalResult) => void)[] = []
  let result: ModalResult = { type: 'closed' }
  /** Whether something that was asked for waits below the views that lead to it. */
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

  /** Why a view may not be left now. */
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
    // Whoever closes a request declines it; one that is being signed cannot be taken back.
    if (!reason || (reason === 'walletBusy' && approval.cancel())) return true
    dispatch({ type: 'closeRefused', reason })
    environment.clearTimeout(shakeTimer)
    shakeTimer = environment.setTimeout(() => dispatch({ type: 'shakeEnded' }), shakeDuration)
    return false
  }
  /** What binds stays on top of what is shown next. */
  const withBinding = (...entries: ViewEntry[]) =>
    [
      ...entries,
      ...store.getState().history.filter(({ name }) => bindingOf(name) && entries.at(-1)?.name !== name),
    ] as unknown as [ViewEntry, ...ViewEntry[]]
  const open = (...entries: [ViewEntry, ...ViewEntry[]]) => dispatch({ type: 'opened', entries })
  const show = (entry: ViewEntry) => (store.getState().open ? dispatch({ type: 'pushed', entry }) : open(entry))
  /** Takes views away that have served. Whoever is asked to sign in goes there, in place of a modal that closes and opens again. */
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

  // Connection and networks change in one go and tell it one after the other, so both are read together and compared
  // with what was seen last.
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
    // What is signed next is signed by another wallet: nobody should learn that from the signature.
    if (isLost && now.wallet !== undefined && !answered) {
      const { wallet } = now
      toasts.toast(
        // The same wallet in another family is nothing new to anybody.
        wallet === before.wallet
          ? { kind: 'success', message: 'Disconnected', text: 'disconnected' }
          : { kind: 'success', message: `Disconnected. ${wallet} is in use now.`, text: 'tookOver', wallet },
      )
    }
    if (isLost && now.status !== 'connected') {
      if (result.type !== 'sent') result = { type: 'closed' }
      // While another wallet is asked, its view goes on.
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
    // A wallet that comes back on load on a foreign network shows in the button; nothing opens by itself.
    if (unsupported !== undefined && (!restored || store.getState().open)) showUnsupported()
    // Opened while the last visit's connection was on its way back: the account is what was asked for.
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
        // Whoever asks for what is about an account connects one first, and then is there.
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
      // Declining an approval has led back already.
      else if (mayLeave(history.slice(-1)) && topView() === top) dispatch({ type: 'wentBack' })
    },
    toast: toasts.toast,
    showToast: toasts.toast,
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

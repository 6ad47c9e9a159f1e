import type { ChainId, FrameCard } from '@latchkey/protocol'
import { isErrorCode, ServiceError } from '@latchkey/protocol/errors'
import type { FrameRequestType } from '@latchkey/protocol/wallet'
import type { Environment, Page } from '../../environment/Environment.ts'
import type { OnRefusal } from '../../http/OnRefusal.ts'
import type { LatchkeyConfig } from '../../LatchkeyConfig.ts'
import type { Store } from '../../store/Store.ts'
import { version } from '../../version.ts'
import { isRecord } from '../isRecord.ts'
import type { EmbeddedAlert, EmbeddedAppearance, EmbeddedHost, EmbeddedState, FrameStep } from './EmbeddedWallet.ts'
import { isUser } from './isUser.ts'
import { mountFrame } from './mountFrame.ts'
import { type OpenFrame, openFrame } from './openFrame.ts'

/** Options of {@link createEmbeddedHost}. */
export type EmbeddedHostParameters = {
  config: LatchkeyConfig
  /** The wallet's origin. */
  url: string
  environment: Environment
  page: Page
  store: Store<EmbeddedState>
  title: string
  /** Returns the wallet's appearance, once the page has set it. */
  appearance: () => EmbeddedAppearance | undefined
  /** Reads a network ID in any form of the frame. This function is already loaded with the page. */
  readChain: (chainId: unknown) => ChainId | undefined
  /** Shows an alert to the visitor on any view. */
  alert: (failure: EmbeddedAlert) => void
  /** Called for errors that a wrong configuration of the app may cause. */
  onRefusal: OnRefusal | undefined
  /** Called if the frame has an account that this page did not request, after a login in another tab. */
  onSignedIn: () => void
}

/** Creates the lazy part of the embedded wallet, which talks to the frame. The frame itself loads with the first request. */
export function createEmbeddedHost({
  config,
  url: walletUrl,
  environment,
  page,
  store,
  title,
  appearance,
  readChain,
  alert,
  onRefusal,
  onSignedIn,
}: EmbeddedHostParameters): EmbeddedHost {
  let opening: Promise<OpenFrame> | undefined
  let frame: OpenFrame | undefined
  let destroyed = false
  let signOuts = 0
  const active = new Set<FrameStep>()
  const change = (state: Partial<EmbeddedState>) => store.setState((before) => ({ ...before, ...state }))
  const isActive = (wanted: FrameStep['kind']) => [...active].some(({ kind }) => kind === wanted)
  const signedOut = { user: undefined, isProtected: undefined, isKept: undefined }

  const hide = () => {
    frame?.mount.hide()
    change({ prompt: undefined })
  }
  const setUser: EmbeddedHost['setUser'] = (user) => {
    const chainId = readChain(user.chainId)
    change({ user, ...(chainId && { chainId }) })
  }
  /** Reads the visitor from the frame. The values of an event take precedence. */
  const restore = async (told?: object) => {
    const begun = signOuts
    const answer = await ask('isConnected')
    if (!isRecord(answer) || !answer.isConnected) {
      change(signedOut)
      return
    }
    const user = { ...((await ask('getUser')) as object), ...told }
    if (!isUser(user)) throw new ServiceError('frame_error')
    // The visitor signed out after this read started.
    if (begun !== signOuts) return
    setUser(user)
    const { isProtected, isKept } = answer
    if (typeof isProtected === 'boolean') change({ isProtected, isKept: isKept !== false })
    return user
  }
  /** Reads the visitor again. A change of the network may change the account and its state; an event of the frame has only one of them. */
  const reread = (told: object) => {
    restore(told).catch(({ code }) => code === 'frame_error' && change(signedOut))
  }
  const onEvent = (event: Record<string, unknown>) => {
    const { user } = store.getState()
    const { name, height, message, code, accounts } = event
    const address: unknown = Array.isArray(accounts) ? accounts[0] : undefined
    if (name === 'show') {
      const approval = isActive('unsafe') && !isActive('human')
      // Set the state first. The kit's dialog opens, and then the wallet's card opens above it.
      change({ prompt: { card: event.card as FrameCard, closable: event.closable === true, approval } })
      frame?.mount.show()
    } else if (name === 'hide') hide()
    else if (name === 'resize') {
      if (typeof height === 'number') frame?.mount.resize(height)
    } else if (name === 'alert') alert({ message: String(message), ...(isErrorCode(code) && { code }) })
    else if (!user) {
      // A login on this page connects with its answer, after its sign-ins are stored.
      if (address && !isActive('human')) onSignedIn()
    } else if (name === 'chainChanged') reread({ chainId: event.chainId })
    else if (name === 'accountsChanged') reread({ address })
    else if (name === 'disconnect') {
      change(signedOut)
      alert(new ServiceError(isErrorCode(code) ? code : 'session_ended'))
    }
  }
  const lose = () => {
    opening = frame = undefined
    hide()
  }
  const cancel = () => {
    const steps = [...active].filter(({ kind }) => kind !== 'silent')
    if (store.getState().prompt?.closable === false) return false
    for (const { controller } of steps) controller.abort()
    // Hide the card immediately, before the frame's `hide` event. A card without a request, such as an error, is closed by the frame.
    if (steps[0]) hide()
    else tell('rpcAbort', {})
    return !!steps[0]
  }

  const ask = async (type: FrameRequestType, payload = {}) =>
    (await open()).ask(type, payload, new AbortController().signal)
  // The answer is irrelevant, because the request only changes the frame's appearance.
  const tell = (type: FrameRequestType, payload: object) => {
    if (frame) ask(type, payload).catch(() => {})
  }
  const setAppearance = (next: EmbeddedAppearance) => {
    frame?.mount.setMode(next.mode)
    tell('syncTheme', next)
  }
  const open = () => {
    if (destroyed) return Promise.reject(new ServiceError('frame_failed'))
    if (opening) return opening
    const { projectId, metadata, wallet } = config
    const query = new URLSearchParams({
      projectId,
      chainId: store.getState().chainId,
      version,
      enableLogger: String(!!wallet?.enableLogger),
    })
    opening = openFrame({
      environment,
      page,
      mountFrame: environment.mountFrame ?? mountFrame,
      url: new URL(`/frame?${query}`, walletUrl),
      title,
      projectId,
      onEvent,
      onCancel: cancel,
      onLost: lose,
    }).then(
      (opened) => {
        frame = opened
        const { name, description = '', url: site, icons = [] } = metadata
        tell('syncDappData', { name, description, url: site, icons: icons.slice(0, 5) })
        const look = appearance()
        if (look) setAppearance(look)
        return opened
      },
      (error: unknown) => {
        // Removal together with the kit is not a failure.
        if (!destroyed) onRefusal?.(new ServiceError('embedded_wallet_failed', { cause: error }))
        lose()
        throw error
      },
    )
    return opening
  }

  return {
    open,
    alert,
    onRefusal,
    setUser,
    cancel,
    setAppearance,
    begin: (step) => {
      active.add(step)
      return () => active.delete(step)
    },
    restore,
    signOut: async () => {
      signOuts++
      // First, so that the frame's `disconnect` event changes nothing.
      change(signedOut)
      await ask('signOut')
    },
    raise: () => frame?.mount.raise(),
    destroy: () => {
      destroyed = true
      opening?.then(
        ({ close }) => close(),
        () => {},
      )
      lose()
    },
  }
}

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

/** What the half that talks to the frame needs. */
export type EmbeddedHostParameters = {
  config: LatchkeyConfig
  /** The wallet's origin. */
  url: string
  environment: Environment
  page: Page
  store: Store<EmbeddedState>
  title: string
  /** How the wallet should look, once the page said so. */
  appearance: () => EmbeddedAppearance | undefined
  /** Reads a network as the frame writes it; what does so has come with the page. */
  readChain: (chainId: unknown) => ChainId | undefined
  /** A failure that the visitor should hear of wherever they are. */
  alert: (failure: EmbeddedAlert) => void
  /** Told of what may show that the app's set-up is wrong. */
  onRefusal: OnRefusal | undefined
  /** The frame has an account that this page did not ask for: the visitor signed in in another tab. */
  onSignedIn: () => void
}

/** Makes the half of the embedded wallet that talks to the frame; the frame itself is loaded with the first request. */
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
  /** Asks the frame who it is; what it has just told goes before that. */
  const restore = async (told?: object) => {
    const begun = signOuts
    const answer = await ask('isConnected')
    if (!isRecord(answer) || !answer.isConnected) {
      change(signedOut)
      return
    }
    const user = { ...((await ask('getUser')) as object), ...told }
    if (!isUser(user)) throw new ServiceError('frame_error')
    // An answer from before the visitor signed out.
    if (begun !== signOuts) return
    setUser(user)
    const { isProtected, isKept } = answer
    if (typeof isProtected === 'boolean') change({ isProtected, isKept: isKept !== false })
    return user
  }
  /** With the network, the account and what is known of it may be others: the frame tells one of them, and is asked for the rest. */
  const reread = (told: object) => {
    restore(told).catch(({ code }) => code === 'frame_error' && change(signedOut))
  }
  const onEvent = (event: Record<string, unknown>) => {
    const { user } = store.getState()
    const { name, height, message, code, accounts } = event
    const address: unknown = Array.isArray(accounts) ? accounts[0] : undefined
    if (name === 'show') {
      const approval = isActive('unsafe') && !isActive('human')
      // The state first: the kit's own dialog opens, and the wallet's then stands above it.
      change({ prompt: { card: event.card as FrameCard, closable: event.closable === true, approval } })
      frame?.mount.show()
    } else if (name === 'hide') hide()
    else if (name === 'resize') {
      if (typeof height === 'number') frame?.mount.resize(height)
    } else if (name === 'alert') alert({ message: String(message), ...(isErrorCode(code) && { code }) })
    else if (!user) {
      // Who logs in here is connected with the answer, once what came with it is stored.
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
    // The frame says `hide` too, but a card that is given up must not stay until it does. One that belongs to no request
    // any more, such as a refusal, is the frame's alone to close.
    if (steps[0]) hide()
    else tell('rpcAbort', {})
    return !!steps[0]
  }

  const ask = async (type: FrameRequestType, payload = {}) =>
    (await open()).ask(type, payload, new AbortController().signal)
  // What the frame makes of it is nobody's business here: it only changes what the frame shows.
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
        // Taken away with the kit it did not fail.
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
      // First, so that the frame's own `disconnect` is no news.
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

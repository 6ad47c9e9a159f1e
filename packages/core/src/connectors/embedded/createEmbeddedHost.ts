import { type FrameCard, frameReadyDelay, isErrorCode, LatchkeyError } from '@latchkey/protocol'
import type { FrameRequestType } from '@latchkey/protocol/wallet'
import type { Environment, Page } from '../../environment/Environment.ts'
import type { LatchkeyConfig } from '../../LatchkeyConfig.ts'
import type { Store } from '../../store/Store.ts'
import { version } from '../../version.ts'
import type { EmbeddedAppearance, EmbeddedHost, EmbeddedState, FrameAnswer } from './EmbeddedWallet.ts'
import { mountFrame } from './mountFrame.ts'
import { type OpenFrame, openFrame } from './openFrame.ts'
import { isPending, isUser, readAnswer } from './readAnswer.ts'
import { readUserChain } from './readUserChain.ts'

/** How long a step that waits for a person may take: longer than the wallet's server keeps a login open. */
export const stepLimit = 20 * 60_000
/** Between two questions of one step, should the frame not wait by itself. */
const stepPause = 1_000

/** The requests that wait for `frameReadyDelay` after the frame is ready: those of a login (specification 9). */
const loginRequests: readonly FrameRequestType[] = ['connectEmail', 'connectDevice', 'connectOtp', 'connectSocial']
/** The calls that sign or grant, as `unsafeRpcMethods` of the protocol lists them: the frame asks the visitor first. */
export const unsafeMethods = /sign|_send(?!Raw)|Permissions/
/** The requests that wait for a person, who may give them up. */
const humanRequests: readonly FrameRequestType[] = [
  'connectDevice',
  'connectOtp',
  'connectSocial',
  'connectFarcaster',
  'updateEmail',
  'updateEmailPrimaryOtp',
  'updateEmailSecondaryOtp',
  'openSecurity',
  'ensureProtected',
]

/** What the half that talks to the frame needs. */
export type EmbeddedHostParameters = {
  config: LatchkeyConfig
  url: string
  environment: Environment
  page: Page
  store: Store<EmbeddedState>
  title: string
  /** A failure that the visitor should hear of wherever they are. */
  alert: (message: string) => void
}

/** Makes the half of the embedded wallet that talks to the frame; the frame itself is loaded with the first request. */
export function createEmbeddedHost(parameters: EmbeddedHostParameters): EmbeddedHost {
  const { config, environment, page, store, alert } = parameters
  let opening: Promise<OpenFrame> | undefined
  let frame: OpenFrame | undefined
  let appearance: EmbeddedAppearance | undefined
  let destroyed = false
  const active = new Set<{ controller: AbortController; human: boolean; unsafe: boolean }>()
  const change = (state: Partial<EmbeddedState>) => store.setState((before) => ({ ...before, ...state }))
  const wait = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      if (milliseconds > 0) environment.setTimeout(resolve, milliseconds)
      else resolve()
    })

  const hide = () => {
    frame?.mount.hide()
    if (store.getState().prompt) change({ prompt: undefined })
  }
  const onEvent = (event: Record<string, unknown>) => {
    switch (event.name) {
      case 'show': {
        const steps = [...active]
        const approval = steps.some(({ unsafe }) => unsafe) && !steps.some(({ human }) => human)
        // The state first: the kit's own dialog opens, and the wallet's then stands above it.
        change({ prompt: { card: event.card as FrameCard, closable: event.closable === true, approval } })
        frame?.mount.show()
        break
      }
      case 'hide':
        hide()
        break
      case 'resize':
        if (typeof event.height === 'number' && event.height > 0) frame?.mount.resize(event.height)
        break
      case 'alert':
        if (typeof event.message === 'string') alert(event.message.slice(0, 300))
        break
      case 'chainChanged': {
        const chainId = readUserChain(event.chainId)
        if (chainId) change({ chainId })
        break
      }
      case 'accountsChanged': {
        const { user } = store.getState()
        const address: unknown = Array.isArray(event.accounts) ? event.accounts[0] : undefined
        if (!user) break
        const next = { ...user, address }
        change({ user: isUser(next) ? next : undefined })
        break
      }
      case 'disconnect':
        if (!store.getState().user) break
        change({ user: undefined, isProtected: undefined })
        alert(new LatchkeyError(isErrorCode(event.code) ? event.code : 'session_ended').message)
        break
    }
  }
  const lose = () => {
    opening = undefined
    frame = undefined
    if (store.getState().prompt) change({ prompt: undefined })
  }
  const cancel = () => {
    const { prompt } = store.getState()
    if (prompt && !prompt.closable) return false
    const steps = [...active].filter(({ human, unsafe }) => human || unsafe)
    for (const { controller } of steps) controller.abort()
    // The frame says `hide` too, but a card that is given up must not stay until it does.
    if (prompt) hide()
    return steps.length > 0
  }

  const open = () => {
    if (destroyed) return Promise.reject(new LatchkeyError('frame_failed'))
    if (opening) return opening
    const url = new URL('/frame', parameters.url)
    const query = { projectId: config.projectId, chainId: store.getState().chainId, version }
    url.search = new URLSearchParams({
      ...query,
      enableLogger: String(config.wallet?.enableLogger === true),
    }).toString()
    const attempt = openFrame({
      environment,
      page,
      mountFrame: environment.mountFrame ?? mountFrame,
      url,
      title: parameters.title,
      projectId: config.projectId,
      onEvent,
      onCancel: cancel,
      onLost: lose,
    })
    opening = attempt.then(
      (opened) => {
        frame = opened
        const { name, description, url: site, icons } = config.metadata
        tell('syncDappData', {
          name,
          ...(description === undefined ? {} : { description }),
          url: site,
          icons: [...(icons ?? [])].slice(0, 5),
        })
        if (appearance) setAppearance(appearance)
        return opened
      },
      (error: unknown) => {
        lose()
        throw error
      },
    )
    return opening
  }
  // What the frame makes of it is nobody's business here: it only changes how the frame looks.
  const tell = (type: FrameRequestType, payload: unknown) => {
    frame?.ask(type, payload, new AbortController().signal).catch(() => {})
  }
  const setAppearance = (next: EmbeddedAppearance) => {
    appearance = next
    frame?.mount.setMode(next.mode)
    tell('syncTheme', next)
  }

  const call: EmbeddedHost['call'] = async (type, payload, { signal } = {}) => {
    const controller = new AbortController()
    const onAbort = () => controller.abort()
    signal?.addEventListener('abort', onAbort)
    if (signal?.aborted) onAbort()
    const method = type === 'rpc' ? (payload as { method: string }).method : ''
    const step = { controller, human: humanRequests.includes(type), unsafe: unsafeMethods.test(method) }
    active.add(step)
    try {
      const { ask, readyAt } = await open()
      if (loginRequests.includes(type)) await wait(readyAt + frameReadyDelay - environment.now())
      const begun = environment.now()
      for (;;) {
        const asked = environment.now()
        const answer = readAnswer(type, await ask(type, payload, controller.signal))
        if (!isPending(answer)) return answer as FrameAnswer<typeof type>
        const now = environment.now()
        if (now - begun >= stepLimit) throw new LatchkeyError('frame_timeout')
        await wait(asked + stepPause - now)
      }
    } catch (error) {
      if (error instanceof LatchkeyError && error.code === 'frame_timeout') alert(error.message)
      throw error
    } finally {
      active.delete(step)
      signal?.removeEventListener('abort', onAbort)
    }
  }

  const setUser: EmbeddedHost['setUser'] = (user) => {
    const chainId = readUserChain(user.chainId)
    change({ user, ...(chainId ? { chainId } : {}) })
  }
  const restore: EmbeddedHost['restore'] = async () => {
    const { isConnected, isProtected } = await call('isConnected', {})
    if (!isConnected) {
      change({ user: undefined, isProtected: undefined })
      return undefined
    }
    const user = await call('getUser', {})
    setUser(user)
    if (isProtected !== undefined) change({ isProtected })
    return user
  }
  const signOut: EmbeddedHost['signOut'] = async () => {
    // First, so that the frame's own `disconnect` is no news.
    change({ user: undefined, isProtected: undefined })
    await call('signOut', {})
  }

  return {
    call,
    restore,
    setUser,
    signOut,
    cancel,
    setAppearance,
    prepare: async () => {
      await open()
    },
    raise: () => frame?.mount.raise(),
    destroy: () => {
      destroyed = true
      void opening?.then(
        ({ close }) => close(),
        () => {},
      )
      lose()
    },
  }
}

import { LatchkeyError, type OauthProvider, type SocialProvider } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { FramePayload, FrameRequestType } from '@latchkey/protocol/wallet'
import type { ConnectedAccount } from '../connection/connectionState.ts'
import { callFrame, stepLimit, stepPause } from '../connectors/embedded/callFrame.ts'
import type { EmbeddedWallet, FrameAnswer } from '../connectors/embedded/EmbeddedWallet.ts'
import { isGivenUp, toLoginFailure } from '../connectors/embedded/loginFailure.ts'
import { connectUser, loginSignIn } from '../email/connectUser.ts'
import { openPopup } from '../environment/openPopup.ts'
import type { LatchkeyConfig } from '../LatchkeyConfig.ts'
import type { ViewName } from '../modal/ModalFeature.ts'
import type { Store } from '../store/Store.ts'
import { readDevice } from '../walletLinks/readDevice.ts'
import { readDeviceSignals } from '../walletLinks/readDeviceSignals.ts'
import type { SocialParameters } from './createSocial.ts'
import type { SocialFeature, SocialState } from './SocialFeature.ts'
import { readSocialRecord, writeSocialRecord } from './socialRecord.ts'
import { initialSocial, type SocialEvent, socialReducer } from './socialReducer.ts'
import { watchPopup } from './watchPopup.ts'

/** The engine of the social logins. */
export type SocialEngine = Pick<SocialFeature, 'start' | 'startRedirect' | 'cancel'> & {
  /** Loads the available providers. */
  prepare: () => Promise<void>
  /**
   * Continues a login with the answer in the page's URL. The result is in the state, or in a toast if this browser did not start the login.
   */
  finish: (options: { answer: string }) => Promise<void>
  destroy: () => void
}

/** A running attempt. Its signal ends it. */
type Attempt = { attempt: number; signal: AbortSignal }

/** Largest length of a return URL, in characters. */
const returnUrlLimit = 2000

/** Options of {@link createSocialEngine}. */
export type SocialEngineParameters = Omit<SocialParameters, 'embedded'> & {
  embedded: EmbeddedWallet
  wallet: NonNullable<LatchkeyConfig['wallet']>
  store: Store<SocialState>
}

const views: readonly (ViewName | undefined)[] = ['ConnectingSocial', 'ConnectingFarcaster']

/** Creates the engine of the social logins. */
export function createSocialEngine({
  context,
  wallet: { url, socials },
  embedded,
  connection,
  signIn,
  email,
  modal,
  store,
}: SocialEngineParameters): SocialEngine {
  const { environment } = context
  const { origin } = new URL(url)
  const page = environment.page() as unknown as Window
  const { telegram, webView, inIframe } = readDevice(readDeviceSignals({ page: environment.page() }))
  // Provider pages do not work in frames, so a framed page cannot navigate there.
  const canRedirect = !inIframe
  const signIns = loginSignIn({ context, embedded, signIn })
  let machine = initialSocial
  let attempts = 0
  let abort: AbortController | undefined
  let asking: Promise<void> | undefined

  const dispatch = (event: SocialEvent) => {
    const before = machine
    machine = socialReducer(before, event)
    if (machine === before) return
    store.setState(({ providers, canRedirect }) => ({ providers, canRedirect, ...machine.login }))
  }
  const call = async <Type extends FrameRequestType>(type: Type, payload: FramePayload<Type>, signal: AbortSignal) =>
    callFrame({ host: await embedded.host(), environment, type, payload, signal })

  /** Runs one attempt, and cancels a running one. An error fails the attempt, except for a cancel. */
  const run = async (
    provider: SocialProvider,
    work: (attempt: Attempt) => Promise<ConnectedAccount>,
    window?: 'none',
  ): Promise<ConnectedAccount> => {
    abort?.abort()
    // Only one login at a time.
    email.cancel()
    const controller = new AbortController()
    abort = controller
    const { signal } = controller
    const attempt = ++attempts
    dispatch({ type: 'started', attempt, provider, window })
    try {
      return await work({ attempt, signal })
    } catch (error) {
      if (!signal.aborted && !isGivenUp(error)) dispatch({ type: 'failed', attempt, failure: toLoginFailure(error) })
      else if (machine.attempt === attempt) dispatch({ type: 'cancelled' })
      throw error
    } finally {
      // The watchers of the attempt end with it.
      controller.abort()
    }
  }
  const cancel = () => {
    abort?.abort()
    dispatch({ type: 'cancelled' })
  }

  const connect = async (
    { attempt, signal }: Attempt,
    { signIns: signed, ...user }: FrameAnswer<'connectSocial'>,
  ): Promise<ConnectedAccount> => {
    // The attempt may have been canceled at the moment of the answer.
    if (signal.aborted) throw new LatchkeyError('request_aborted')
    dispatch({ type: 'proven', attempt })
    const account = await signIns.take({
      signIns: signed,
      connect: () => connectUser({ context, embedded, connection, user }),
    })
    dispatch({ type: 'connected', attempt })
    return account
  }
  const begin = async ({ signal }: Attempt, payload: FramePayload<'socialStart'>) => {
    const begun = await call('socialStart', payload, signal)
    if (new URL(begun.popupUrl).origin !== origin)
      throw new ServiceError('frame_error', { details: 'The wallet opened another origin' })
    return begun
  }

  const throughWindow = async (popup: Window | null, provider: OauthProvider, step: Attempt) => {
    const { attempt, signal } = step
    if (!popup) throw new ServiceError('popup_blocked')
    signal.addEventListener('abort', () => popup.close())
    const asked = await signIns.ask({ signal })
    const { popupUrl, attemptId } = await begin(step, { provider, ...asked })
    if (!popup.closed) popup.location.replace(popupUrl)
    dispatch({ type: 'led', attempt })
    const onChange = (isGone: boolean) => dispatch({ type: 'windowSeen', attempt, isGone })
    signal.addEventListener('abort', watchPopup({ environment, popup, onChange }))
    return connect(step, await call('connectSocial', { attemptId }, signal))
  }
  const throughPage = async (provider: OauthProvider, step: Attempt): Promise<never> => {
    const { hash, href, origin: site } = page.location
    const address = href.slice(0, href.length - hash.length)
    const returnUrl = address.length > returnUrlLimit ? site : address
    const { popupUrl, attemptId } = await begin(step, { provider, returnUrl })
    writeSocialRecord({ storage: environment.storage, change: { departure: { attemptId, provider, fragment: hash } } })
    page.location.assign(popupUrl)
    return new Promise((_, reject) => {
      const giveUp = () => reject(new LatchkeyError('request_aborted'))
      step.signal.addEventListener('abort', giveUp)
      // Back with the browser's button, which restores the page from its cache.
      page.addEventListener('pageshow', giveUp, { signal: step.signal })
    })
  }
  const throughChannel = async (step: Attempt): Promise<ConnectedAccount> => {
    const { attempt, signal } = step
    const begun = environment.now()
    for (;;) {
      const made = environment.now()
      const asked = await signIns.ask({ signal })
      const { url: link, expiresAt } = await call('farcasterStart', asked, signal)
      dispatch({ type: 'led', attempt, channel: { url: link, expiresAt: Date.parse(expiresAt) } })
      try {
        const { userName, signIns: signed } = await call('connectFarcaster', {}, signal)
        dispatch({ type: 'proven', attempt, userName })
        return connect(step, { ...(await call('getUser', {}, signal)), ...(signed && { signIns: signed }) })
      } catch (error) {
        const now = environment.now()
        const isExpired = error instanceof LatchkeyError && error.code === 'social_expired'
        // A channel that expires immediately is not retried, because the next one would not be better.
        if (!isExpired || now - begun >= stepLimit || now - made < stepPause) throw error
      }
    }
  }
  const startRedirect: SocialEngine['startRedirect'] = ({ provider }) =>
    run(provider, (step) => throughPage(provider, step), 'none')

  const readAll = async () => {
    const show = (offered: readonly SocialProvider[]) => {
      const providers = socials ? socials.filter((name) => offered.includes(name)) : offered
      store.setState((state) => ({ ...state, providers, canRedirect }))
    }
    const { storage } = environment
    // The providers of the last visit until the server has answered, so that the buttons do not move.
    const { providers } = readSocialRecord({ storage })
    if (providers) show(providers)
    try {
      const { readProviders } = await context.load(() => import('./readProviders.ts'))
      const offered = await readProviders({ context })
      writeSocialRecord({ storage, change: { providers: offered } })
      show(offered)
    } catch {
      // Without the list, the working providers are unknown. The next `prepare` tries again.
      if (!providers) show([])
      asking = undefined
    }
  }

  const stops = [
    embedded.subscribe(({ prompt }, before) => {
      const { attempt } = machine
      if (attempt !== undefined && prompt !== before.prompt && !prompt?.approval)
        dispatch({ type: 'cardShown', attempt, card: prompt?.card })
    }),
    email.subscribe(({ status }, before) => {
      if (status === 'sending' && before.status !== 'sending') cancel()
    }),
    // Leaving the view of a login cancels it.
    modal.subscribe((state, before) => {
      const [name, nameBefore] = [state.history.at(-1)?.name, before.history.at(-1)?.name]
      const { status } = machine.login
      if (views.includes(nameBefore) && !views.includes(name) && status !== 'connecting') cancel()
    }),
  ]

  return {
    prepare: () => {
      asking ??= readAll()
      return asking
    },
    start: ({ provider }) => {
      if (provider === 'farcaster') return run(provider, throughChannel)
      if (canRedirect && (telegram || webView)) return startRedirect({ provider })
      // First, because browsers allow windows only within a click.
      const popup = openPopup({ page, url: 'about:blank', width: 480, height: 720 })
      // A dark background for visitors with a dark theme, while the window is empty.
      popup?.document.documentElement.style.setProperty('color-scheme', 'light dark')
      return run(provider, (step) => throughWindow(popup, provider, step))
    },
    startRedirect,
    cancel,
    finish: async ({ answer }) => {
      const { storage } = environment
      const { departure } = readSocialRecord({ storage })
      const [attemptId = '', resultToken] = answer.split('.')
      // A foreign answer must not end the login that this browser waits for.
      if (departure?.attemptId !== attemptId) {
        const { code, message } = new ServiceError('attempt_unknown')
        modal.toast({ kind: 'error', code, message })
        return
      }
      writeSocialRecord({ storage, change: { departure: undefined } })
      const { provider, fragment } = departure
      if (fragment && !page.location.hash) page.location.replace(fragment)
      void modal.open({ view: 'ConnectingSocial', data: { provider } })
      await run(provider, async (step) => {
        dispatch({ type: 'proven', attempt: step.attempt })
        const token = resultToken === undefined ? {} : { resultToken }
        return connect(step, await call('connectSocial', { attemptId, ...token }, step.signal))
      }).catch(() => {
        // The error is in the state, which the view shows.
      })
    },
    destroy: () => {
      abort?.abort()
      for (const stop of stops) stop()
    },
  }
}

import type { OauthProvider } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { OneClickSignIn } from '@latchkey/protocol/siwx'
import type { CardStore } from '../../cards/createCardStore.ts'
import type { Schedule } from '../../device/Schedule.ts'
import { createSocialLogin } from '../../login/createSocialLogin.ts'
import type { ToldSignIn } from '../../signIn/LoginSignIn.ts'
import { isOpening } from '../../wallet/walletReducer.ts'
import type { FrameHandlers } from '../createDispatcher.ts'
import { createStep } from '../createStep.ts'
import type { FrameEnvironment } from '../FrameEnvironment.ts'
import type { FrameServices } from '../FrameServices.ts'
import type { Entered, Entry } from './createEntry.ts'

/** The requests of a login with a provider. */
export type SocialHandlers = Pick<
  FrameHandlers,
  'socialStart' | 'connectSocial' | 'farcasterStart' | 'connectFarcaster'
> & {
  /** Cancels steps that wait for the visitor. */
  cancel: (reason: unknown) => void
}

/** Creates the handlers of a login with a provider, in a window or over a Farcaster channel. */
export function createSocialHandlers({
  services,
  entry: { ready, offer, begin, finish, settle },
  cards,
  schedule,
  projectId,
  hostOrigin,
  language,
  signedOut,
  windows,
}: {
  services: FrameServices
  entry: Entry
  cards: CardStore
  schedule: Schedule
  projectId: string
  /** The verified origin of the page that holds the frame. */
  hostOrigin: () => string
  language: () => string
  /** The login ended here; notifies the host and the other tabs. */
  signedOut: () => Promise<void>
  /** How wallet windows reach this page. */
  windows: { listen: FrameEnvironment['listen']; origin: string; sharesCookies: FrameEnvironment['sharesCookies'] }
}): SocialHandlers {
  const { api, session, wallet, requests } = services
  const drawCode = async (text: string) => (await requests()).drawCode(text)
  const login = createSocialLogin({ api, cards, projectId, hostOrigin, language, schedule, drawCode, ...windows })
  const step = createStep<Entered>({ schedule })
  const departure = createStep<{ attemptId: string; popupUrl: string }>({ schedule })
  /** The attempt of the current login. */
  let entered: string | null = null
  let channel: string | null = null
  /** The sign-in that an attempt's card showed, from before the window had its destination. */
  let offered: { attemptId: string; signIn: OneClickSignIn | undefined; told: ToldSignIn | null } | null = null

  const leaveOld = async () => {
    step.cancel(new ServiceError('request_aborted'))
    if (session.current()) await signedOut()
    entered = null
    offered = null
    login.end()
  }
  /** Prepare a new wallet while the visitor is at the provider; it may turn out to be unneeded. */
  const prepare = () => {
    const { keys, loadWords } = services
    void loadWords()
      .then((words) => keys.prepare({ words }))
      .catch(() => {})
  }
  /** A page that navigates away itself shows no sign-in card. */
  const depart = async (options: { provider: OauthProvider; returnUrl: string; signal: AbortSignal }) => {
    await leaveOld()
    const started = await login.start(options)
    prepare()
    return started
  }
  const connect = async ({
    attemptId,
    resultToken,
    signal,
  }: {
    attemptId: string
    resultToken?: string | undefined
    signal: AbortSignal
  }) => {
    const { signIn, told = null } = offered?.attemptId === attemptId ? offered : {}
    // An attempt can be redeemed once: if only the wallet failed to unlock, only that is repeated.
    if (entered !== attemptId || !session.current()) {
      const { session: tokens, isTold } = await login.finish({ attemptId, resultToken, signal })
      // For a login that began before a reload of the page, or that another tab's login overtook: finish unlocking its wallet first.
      if (session.current()) {
        if (isOpening(wallet.state.getState())) await wallet.open()
        await signedOut()
      }
      await begin(services, tokens, isTold ? told : null)
      entered = attemptId
      await finish(services)
    } else if (wallet.state.getState().status === 'failed') await finish(services)
    return settle(services, signal, signIn)
  }

  return {
    socialStart: async ({ provider, returnUrl, signIn }, { signal }) => {
      await ready()
      if (returnUrl !== undefined) {
        // The visitor may have a number to read first; parallel requests wait for that.
        const payload = JSON.stringify({ provider, returnUrl })
        return departure.wait({ payload, signal, start: (own) => depart({ provider, returnUrl, signal: own }) })
      }
      departure.cancel(new ServiceError('request_aborted'))
      await leaveOld()
      const told = await offer(services, signIn)
      const started = await login.start({ provider, note: told?.note, signal })
      offered = { attemptId: started.attemptId, signIn, told }
      prepare()
      return started
    },
    connectSocial: async ({ attemptId, resultToken }, { signal }) => {
      await ready()
      return step.wait({
        payload: attemptId,
        signal,
        start: (stepSignal) => connect({ attemptId, resultToken, signal: stepSignal }),
      })
    },
    farcasterStart: async ({ signIn }) => {
      await ready()
      departure.cancel(new ServiceError('request_aborted'))
      await leaveOld()
      const told = await offer(services, signIn)
      const { attemptId, url, expiresAt } = await login.startFarcaster({ note: told?.note })
      channel = attemptId
      offered = { attemptId, signIn, told }
      prepare()
      return { url, expiresAt }
    },
    connectFarcaster: async (_payload, { signal }) => {
      await ready()
      const attemptId = channel
      if (attemptId === null) throw new ServiceError('attempt_unknown')
      const answer = await step.wait({
        payload: attemptId,
        signal,
        start: (stepSignal) => connect({ attemptId, signal: stepSignal }),
      })
      if ('status' in answer) return answer
      const { userName = '', signIns } = answer
      return { userName, ...(signIns && { signIns }) }
    },
    cancel: (reason) => {
      step.cancel(reason)
      departure.cancel(reason)
      login.end()
    },
  }
}

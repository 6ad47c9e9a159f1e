import { ServiceError } from '@latchkey/protocol/errors'
import type { CardStore } from '../cards/createCardStore.ts'
import type { WalletState, WalletView } from '../wallet/walletReducer.ts'
import { checkAccent } from './checkAccent.ts'
import { cleanClaimedName } from './cleanClaimedName.ts'
import type { FrameHandlers } from './createDispatcher.ts'
import { once } from './createServices.ts'
import { createStep } from './createStep.ts'
import type { FrameEnvironment } from './FrameEnvironment.ts'
import type { FrameServices } from './FrameServices.ts'
import type { FrameState } from './FrameState.ts'
import { createEmailHandlers } from './handlers/createEmailHandlers.ts'
import { createEntry } from './handlers/createEntry.ts'
import type { SocialHandlers } from './handlers/createSocialHandlers.ts'
import type { LazyParts } from './LazyParts.ts'

type EmailChange = ReturnType<LazyParts['createEmailChange']>

/** Creates the handlers of all host requests. */
export function createHandlers({
  environment,
  services: servicesOf,
  booted,
  connectedWallet,
  state,
  cards,
  projectId,
  hostOrigin,
  abort,
  signedIn,
  signedOut,
}: {
  environment: FrameEnvironment
  services: () => Promise<FrameServices>
  /** Resolves when an earlier login is restored and its wallet unlocked, or if there was none. */
  booted: () => Promise<void>
  /** The wallet that the host may see. */
  connectedWallet: (state: WalletState) => WalletView | null
  state: FrameState
  cards: CardStore
  projectId: string
  /** The verified origin of the page that holds the frame. */
  hostOrigin: () => string
  abort: (options: { id?: string | undefined; except: string }) => void
  /** A login started here. */
  signedIn: () => void
  /** The login ended here; notifies the host and the other tabs. */
  signedOut: () => Promise<void>
}): FrameHandlers {
  const { schedule } = environment
  const protectStep = createStep<{ isProtected: boolean }>({ schedule })
  const securityStep = createStep<Record<string, never>>({ schedule })
  let emailChange: EmailChange | undefined
  const changeEmail = async () => {
    const { createEmailChange } = await environment.loadLater()
    emailChange ??= createEmailChange({ services: servicesOf, cards, schedule, now: environment.now })
    return emailChange
  }
  const showSecurity = async (signal: AbortSignal) => {
    const { createSecurityCard } = await environment.loadLater()
    return createSecurityCard({ services: servicesOf, cards })(signal)
  }
  const entry = createEntry({
    ...{ now: environment.now, loadLater: environment.loadLater, services: servicesOf, booted, state, signedIn },
    familyUser: async () => (await accountHandlers()).familyUser(),
  })
  const { ready, userOf } = entry
  const accountHandlers = once(async () => {
    const { createAccountHandlers } = await environment.loadLater()
    return createAccountHandlers({ entry, state, connectedWallet, hostOrigin })
  })
  const email = createEmailHandlers({ entry, connectedWallet, schedule, signedOut })
  let social: SocialHandlers | undefined
  const connectSocially = async () => {
    const { createSocialHandlers } = await environment.loadLater()
    const services = await servicesOf()
    const { language } = state
    const { listen, sharesCookies, baseUrl } = environment
    social ??= createSocialHandlers({
      ...{ services, entry, cards, schedule, projectId, hostOrigin, signedOut },
      language: language.getState,
      windows: { listen, sharesCookies, origin: new URL(baseUrl).origin },
    })
    return social
  }

  return {
    connectEmail: email.connectEmail,
    connectDevice: email.connectDevice,
    connectOtp: email.connectOtp,
    socialStart: async (...parameters) => (await connectSocially()).socialStart(...parameters),
    connectSocial: async (...parameters) => (await connectSocially()).connectSocial(...parameters),
    farcasterStart: async (...parameters) => (await connectSocially()).farcasterStart(...parameters),
    connectFarcaster: async (...parameters) => (await connectSocially()).connectFarcaster(...parameters),
    getUser: async ({ chainId }) => {
      const services = await ready()
      if (chainId && !chainId.startsWith('eip155:')) return (await accountHandlers()).familyUser(chainId)
      if (chainId !== undefined && chainId !== state.chain()) await state.setChain(chainId)
      return userOf(services)
    },
    isConnected: async () => {
      const { session, store, wallet } = await ready()
      const view = session.current() && connectedWallet(wallet.state.getState())
      if (!view) return { isConnected: false }
      const isProtected = view.factors.length > 0
      return { isConnected: true, isProtected, ...(store.memoryOnly && { isKept: false }) }
    },
    signOut: async () => {
      await ready()
      await signedOut()
      return {}
    },
    getChainId: async () => {
      await ready()
      return { chainId: state.chain() }
    },
    switchNetwork: async (...parameters) => (await accountHandlers()).switchNetwork(...parameters),
    getSmartAccountEnabledNetworks: async (...parameters) =>
      (await accountHandlers()).getSmartAccountEnabledNetworks(...parameters),
    initSmartAccount: async (...parameters) => (await accountHandlers()).initSmartAccount(...parameters),
    setPreferredAccount: async (...parameters) => (await accountHandlers()).setPreferredAccount(...parameters),
    updateEmail: async (...parameters) => (await changeEmail()).updateEmail(...parameters),
    updateEmailPrimaryOtp: async (...parameters) => (await changeEmail()).updateEmailPrimaryOtp(...parameters),
    updateEmailSecondaryOtp: async (...parameters) => (await changeEmail()).updateEmailSecondaryOtp(...parameters),
    syncTheme: async ({ mode, accent, language }) => {
      if (accent !== undefined) checkAccent({ accent, mode })
      state.theme.setState({ mode, accent: accent ?? null })
      if (language !== undefined) state.language.setState(language)
      return {}
    },
    syncDappData: async ({ name }) => {
      state.claimedName.setState(cleanClaimedName(name))
      return {}
    },
    rpc: async (...parameters) => (await accountHandlers()).rpc(...parameters),
    rpcAbort: async ({ id }, context) => {
      abort({ id, except: context.id })
      // Also cancels steps that wait between two requests of the host.
      if (id === undefined) {
        const reason = new ServiceError('request_aborted')
        for (const waiting of [email, social, emailChange, protectStep, securityStep]) waiting?.cancel(reason)
        const { approvals } = await servicesOf()
        approvals.dismiss()
      }
      return {}
    },
    openSecurity: async (_payload, { signal }) => {
      await ready()
      return securityStep.wait({ signal, start: showSecurity })
    },
    ensureProtected: async (_payload, { signal }) => {
      const services = await ready()
      await userOf(services)
      return protectStep.wait({
        signal,
        start: async (stepSignal) => ({
          isProtected: await (await services.safeguards()).protection.ensure({
            reason: 'funding',
            skippable: true,
            signal: stepSignal,
          }),
        }),
      })
    },
  }
}

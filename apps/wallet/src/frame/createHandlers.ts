import { type EmailAction, isEvmAddress, type PendingStep, type WalletUser } from '@latchkey/protocol'
import { errorCatalogue, ServiceError } from '@latchkey/protocol/errors'
import type { SessionTokens } from '@latchkey/protocol/wallet'
import type { CardStore } from '../cards/createCardStore.ts'
import type { Rpc } from '../rpc/createRpc.ts'
import { openedWallet, type WalletState, type WalletView } from '../wallet/walletReducer.ts'
import { checkAccent } from './checkAccent.ts'
import { cleanClaimedName } from './cleanClaimedName.ts'
import type { FrameHandlers } from './createDispatcher.ts'
import { createStep } from './createStep.ts'
import type { FrameEnvironment } from './FrameEnvironment.ts'
import type { FrameServices } from './FrameServices.ts'
import type { FrameState } from './FrameState.ts'
import type { LaterParts } from './LaterParts.ts'

type EmailChange = ReturnType<LaterParts['createEmailChange']>

/** Makes what answers every request of the host. */
export function createHandlers({
  environment,
  services: servicesOf,
  booted,
  connectedWallet,
  state,
  cards,
  abort,
  signedIn,
  signedOut,
}: {
  environment: FrameEnvironment
  services: () => Promise<FrameServices>
  /** Resolves when an earlier session was restored and its wallet opened, or there was none. */
  booted: () => Promise<void>
  /** The wallet that the host may know of. */
  connectedWallet: (state: WalletState) => WalletView | null
  state: FrameState
  cards: CardStore
  abort: (options: { id?: string | undefined; except: string }) => void
  /** A session was begun here. */
  signedIn: () => void
  /** The session is over here; tells the host and the other tabs. */
  signedOut: () => Promise<void>
}): FrameHandlers {
  const { schedule } = environment
  const deviceStep = createStep<{ connected?: boolean }>({ schedule })
  const codeStep = createStep<WalletUser | Extract<PendingStep, { status: 'recover' }>>({ schedule })
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
  let rpc: Rpc | undefined
  /** The host was told once that the wallet must be recovered; asked again, it waits for that. */
  let recoveryTold = false

  let triedAt = Number.NEGATIVE_INFINITY

  const ready = async () => {
    const services = await servicesOf()
    await booted()
    const { session, wallet } = services
    const current = wallet.state.getState()
    // The server could not be reached when the page came: once in a while it is asked again.
    if (session.current() && current.status === 'failed' && errorCatalogue[current.code].retryable) {
      if (environment.now() - triedAt > 2_000) {
        triedAt = environment.now()
        await wallet.open()
      }
    }
    return services
  }

  const userOf = ({ session, wallet }: FrameServices): WalletUser => {
    const current = session.current()
    const view = connectedWallet(wallet.state.getState())
    if (!current || !view) throw new ServiceError('no_active_account')
    return {
      email: current.email,
      address: view.address,
      chainId: state.chain(),
      accounts: evmAddresses(view).map((address) => ({ address, type: 'eoa' })),
      preferredAccountType: 'eoa',
    }
  }

  const begin = async ({ session }: FrameServices, tokens: SessionTokens) => {
    await session.start(tokens)
    recoveryTold = false
  }

  /** Opens the wallet of a session that was just begun. */
  const finish = async ({ wallet }: FrameServices) => {
    await wallet.open()
    signedIn()
    const opened = wallet.state.getState()
    if (opened.status === 'failed') throw new ServiceError(opened.code)
  }

  const enter = async (services: FrameServices, tokens: SessionTokens) => {
    await begin(services, tokens)
    await finish(services)
  }

  /** Where the project asks for a way back at creation: nothing is connected before there is one. */
  const protect = async ({ wallet, protection, config }: FrameServices, signal: AbortSignal) => {
    const { recovery } = await config()
    // Also while it is read again: what another tab does must not open a gap.
    if (recovery === 'at-creation' && openedWallet(wallet.state.getState()))
      await protection.ensure({ reason: 'creation', skippable: false, signal })
  }

  /** What a login is answered with: the visitor, or once that the wallet must be recovered, which then is waited for. */
  const settle = async (services: FrameServices, signal: AbortSignal) => {
    const { wallet, recovery } = services
    const now = wallet.state.getState()
    if (now.status === 'recovering') {
      if (!recoveryTold) {
        recoveryTold = true
        return { status: 'recover' as const, methods: [...now.methods] }
      }
      await recovery.run({ signal })
    }
    await protect(services, signal)
    return userOf(services)
  }

  const connectCode = async (services: FrameServices, otp: string | undefined, signal: AbortSignal) => {
    const { login, wallet, session } = services
    const attempt = login.open()
    if (!attempt) {
      if (!session.current()) throw new ServiceError('attempt_unknown')
      return settle(services, signal)
    }
    if (otp !== undefined) {
      await enter(services, await login.takeCode(otp))
      return settle(services, signal)
    }
    if (attempt.needsDevice) {
      const tokens = await login.approveDevice(signal)
      wallet.dispatch({ type: 'deviceApproved' })
      if (tokens) {
        login.end()
        await enter(services, tokens)
        return settle(services, signal)
      }
    }
    await login
      .typeCode({
        signal,
        begin: (tokens) => begin(services, tokens),
        finish: () => finish(services),
      })
      .catch((error: unknown) => {
        wallet.dispatch({ type: 'attemptEnded' })
        throw error
      })
    return settle(services, signal)
  }

  return {
    connectEmail: async ({ email }) => {
      const services = await ready()
      const { session, login, wallet, keys, loadWords } = services
      const current = session.current()
      if (current && isSameAddress(current.email, email)) {
        if (connectedWallet(wallet.state.getState())) return { action: 'CONNECT' satisfies EmailAction }
        // Signed in already, and only the wallet must be recovered or protected: no other code is needed, `connectOtp` waits for that.
        recoveryTold = false
        const now = wallet.state.getState()
        if (now.status === 'recovering' || openedWallet(now)) return { action: 'VERIFY_OTP' }
      }
      if (current) await signedOut()
      const reason = new ServiceError('request_aborted')
      deviceStep.cancel(reason)
      codeStep.cancel(reason)
      const action = await login.start(email)
      wallet.dispatch({ type: 'attemptStarted', step: action === 'VERIFY_DEVICE' ? 'device' : 'code', email })
      // While the visitor looks for the code, a wallet is drawn: whether it will be needed shows later.
      void loadWords()
        .then((words) => keys.prepare({ words }))
        .catch(() => {})
      return { action }
    },
    connectDevice: async (_payload, { signal }) => {
      const services = await ready()
      return deviceStep.wait({
        signal,
        start: async (stepSignal) => {
          const { login, wallet } = services
          if (!login.open()) {
            if (services.session.current()) return { connected: true }
            throw new ServiceError('attempt_unknown')
          }
          const tokens = await login.approveDevice(stepSignal)
          wallet.dispatch({ type: 'deviceApproved' })
          if (!tokens) return {}
          login.end()
          await enter(services, tokens)
          await protect(services, stepSignal)
          return { connected: true }
        },
      })
    },
    connectOtp: async ({ otp }, { signal }) => {
      const services = await ready()
      return codeStep.wait({ payload: otp, signal, start: (stepSignal) => connectCode(services, otp, stepSignal) })
    },
    socialStart: unavailable('social_unavailable'),
    connectSocial: unavailable('social_unavailable'),
    farcasterStart: unavailable('social_unavailable'),
    connectFarcaster: unavailable('social_unavailable'),
    getUser: async ({ chainId }) => {
      const services = await ready()
      if (chainId !== undefined && chainId !== state.chain()) await state.setChain(chainId)
      return userOf(services)
    },
    isConnected: async () => {
      const { session, wallet } = await ready()
      const view = session.current() && connectedWallet(wallet.state.getState())
      return view ? { isConnected: true, isProtected: view.factors.length > 0 } : { isConnected: false }
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
    switchNetwork: async ({ chainId }) => {
      await ready()
      await state.setChain(chainId)
      return { chainId: state.chain() }
    },
    // Smart accounts are not there yet: no network has them.
    getSmartAccountEnabledNetworks: async () => ({ smartAccountEnabledNetworks: [] }),
    initSmartAccount: unavailable('smart_account_unavailable'),
    setPreferredAccount: async ({ type }) => {
      const services = await ready()
      if (type === 'smartAccount') throw new ServiceError('smart_account_unavailable')
      return { type, address: userOf(services).address }
    },
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
    rpc: async (request, { signal, hold }) => {
      const services = await ready()
      const { createRpc } = await environment.loadLater()
      rpc ??= createRpc({
        networks: state.networks,
        activeChain: state.chain,
        accounts: () => {
          const view = connectedWallet(services.wallet.state.getState())
          return services.session.current() && view ? evmAddresses(view) : []
        },
        gateway: services.gateway,
        approvals: services.approvals,
      })
      return rpc(request, { signal, hold })
    },
    rpcAbort: async ({ id }, context) => {
      abort({ id, except: context.id })
      // What waits between two requests of the host is given up with all the rest.
      if (id === undefined) {
        const reason = new ServiceError('request_aborted')
        for (const step of [deviceStep, codeStep, protectStep, securityStep]) step.cancel(reason)
        emailChange?.cancel(reason)
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
      userOf(services)
      return protectStep.wait({
        signal,
        start: async (stepSignal) => ({
          isProtected: await services.protection.ensure({ reason: 'funding', skippable: true, signal: stepSignal }),
        }),
      })
    },
  }
}

function unavailable(code: 'social_unavailable' | 'smart_account_unavailable') {
  return async (): Promise<never> => {
    throw new ServiceError(code)
  }
}

function evmAddresses({
  address,
  accounts,
}: {
  address: string
  accounts: readonly { namespace: string; address: string }[]
}) {
  const others = accounts.filter((one) => one.namespace === 'eip155' && isEvmAddress(one.address))
  return [...new Set([address, ...others.map((one) => one.address)])]
}

function isSameAddress(left: string | null, right: string): boolean {
  return left !== null && left.trim().toLowerCase() === right.trim().toLowerCase()
}

import type { PendingStep, WalletUser } from '@latchkey/protocol'
import { isRetryable, ServiceError } from '@latchkey/protocol/errors'
import type { OneClickSignIn, SiwxSession } from '@latchkey/protocol/siwx'
import type { SessionTokens } from '@latchkey/protocol/wallet'
import type { ToldSignIn } from '../../signIn/LoginSignIn.ts'
import { isOpening, openedWallet } from '../../wallet/walletReducer.ts'
import type { FrameServices } from '../FrameServices.ts'
import type { FrameState } from '../FrameState.ts'
import type { LazyParts } from '../LazyParts.ts'

/** Answer to a login: the visitor, or that the wallet must be recovered first. */
export type Entered = (WalletUser & SignedIn) | Extract<PendingStep, { status: 'recover' }>

/** The sign-ins to the host's site that were signed with the login. */
export type SignedIn = { signIns?: SiwxSession[] }

/** Steps from a login to the wallet, the same for every login. */
export type Entry = {
  /** Resolves with the services once an earlier login is restored. */
  ready: () => Promise<FrameServices>
  /** The sign-in that a login's card must show; null: a separate prompt asks for it. */
  offer: (services: FrameServices, asked: OneClickSignIn | undefined) => Promise<ToldSignIn | null>
  /** Starts a login with its tokens. `told`: the sign-in that its card showed. */
  begin: (services: FrameServices, tokens: SessionTokens, told?: ToldSignIn | null) => Promise<void>
  /** Unlocks the wallet of a new login. @throws LatchkeyError the code of the failure */
  finish: (services: FrameServices) => Promise<void>
  /** `begin` and `finish`. */
  enter: Entry['begin']
  /** If the project requires a recovery factor at creation: nothing is connected before there is one. */
  protect: (services: FrameServices, signal: AbortSignal) => Promise<void>
  /**
   * Answers a login. Reports once that the wallet must be recovered; a repeated call waits for that.
   *
   * @param asked the sign-in that is requested with it
   */
  settle: (services: FrameServices, signal: AbortSignal, asked?: OneClickSignIn) => Promise<Entered>
  /** Signs the sign-in that this login's card showed, once. */
  signIn: (services: FrameServices, asked: OneClickSignIn | undefined) => Promise<SignedIn>
  /** Reports it again. */
  forgetRecovery: () => void
  /** @throws LatchkeyError `no_active_account` */
  userOf: (services: FrameServices) => Promise<WalletUser>
}

/** Creates the {@link Entry}. */
export function createEntry({
  now,
  loadLater,
  services: servicesOf,
  booted,
  state,
  familyUser,
  signedIn,
}: {
  now: () => number
  /** The page's second script. */
  loadLater: () => Promise<LazyParts>
  services: () => Promise<FrameServices>
  /** Resolves when an earlier login is restored and its wallet unlocked, or if there was none. */
  booted: () => Promise<void>
  state: FrameState
  /** The visitor, in a project without an EVM network. */
  familyUser: () => Promise<WalletUser>
  /** A login started here. */
  signedIn: () => void
}): Entry {
  /** The host has learned that the wallet must be recovered; a repeated call waits for that. */
  let recoveryTold = false
  let triedAt = Number.NEGATIVE_INFINITY

  const userOf: Entry['userOf'] = async (services) => {
    const { session, gateway } = services
    if (!state.networks()[0]) return familyUser()
    await state.learned()
    const chainId = state.chain()
    const accounts = state.accounts(services)
    const current = session.current()
    const [inUse] = accounts
    if (!current || !inUse) throw new ServiceError('no_active_account')
    const smart = accounts.find(({ type }) => type === 'smartAccount')
    const isDeployed = smart && (await (await loadLater()).isDeployed({ gateway, chainId, address: smart.address }))
    const { email, socialProvider, userName } = current
    return {
      email,
      address: inUse.address,
      chainId,
      accounts: accounts.map(({ address, type }) => ({ address, type })),
      preferredAccountType: inUse.type,
      ...(isDeployed === undefined ? {} : { smartAccountDeployed: isDeployed }),
      ...(socialProvider ? { socialProvider } : {}),
      ...(userName ? { userName } : {}),
    }
  }
  const begin: Entry['begin'] = async (services, tokens, told = null) => {
    // Another tab's login started this one: the request must use the new login.
    if (isOpening(services.wallet.state.getState())) await services.wallet.open()
    await services.session.start(tokens)
    services.told.setState(told)
    recoveryTold = false
  }
  const finish: Entry['finish'] = async ({ wallet }) => {
    await wallet.open()
    signedIn()
    const opened = wallet.state.getState()
    if (opened.status === 'failed') throw new ServiceError(opened.code)
  }
  const signIn: Entry['signIn'] = async ({ told, requests }, asked) => {
    const now = told.getState()
    if (!now || now.asked !== JSON.stringify(asked)) return {}
    // Only one attempt, whatever its outcome.
    told.setState(null)
    await state.learned()
    const signIns = await (await requests()).loginSignIns.sign(now).catch(() => [])
    return signIns[0] ? { signIns } : {}
  }
  const protect: Entry['protect'] = async ({ wallet, safeguards, config }, signal) => {
    const { recovery } = await config()
    // Also during a reload of the wallet: another tab's action must not open a gap.
    if (recovery === 'at-creation' && openedWallet(wallet.state.getState()))
      await (await safeguards()).protection.ensure({ reason: 'creation', skippable: false, signal })
  }

  return {
    ready: async () => {
      const services = await servicesOf()
      await booted()
      const { session, wallet } = services
      const current = wallet.state.getState()
      // The server was unreachable when the page loaded: try again.
      if (session.current() && current.status === 'failed' && isRetryable(current.code)) {
        if (now() - triedAt > 2_000) {
          triedAt = now()
          await wallet.open()
        }
      }
      return services
    },
    offer: async ({ requests }, asked) => (asked ? (await requests()).loginSignIns.read(asked) : null),
    begin,
    finish,
    enter: async (services, tokens, told) => {
      await begin(services, tokens, told)
      await finish(services)
    },
    protect,
    settle: async (services, signal, asked) => {
      const { wallet, recovery } = services
      const current = wallet.state.getState()
      if (current.status === 'recovering') {
        if (!recoveryTold) {
          recoveryTold = true
          return { status: 'recover', methods: [...current.methods] }
        }
        await recovery.run({ signal })
      }
      await protect(services, signal)
      return { ...(await userOf(services)), ...(await signIn(services, asked)) }
    },
    signIn,
    forgetRecovery: () => {
      recoveryTold = false
    },
    userOf,
  }
}

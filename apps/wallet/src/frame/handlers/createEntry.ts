import type { PendingStep, WalletUser } from '@latchkey/protocol'
import { isRetryable, ServiceError } from '@latchkey/protocol/errors'
import type { OneClickSignIn, SiwxSession } from '@latchkey/protocol/siwx'
import type { SessionTokens } from '@latchkey/protocol/wallet'
import type { ToldSignIn } from '../../signIn/LoginSignIn.ts'
import { isOpening, openedWallet } from '../../wallet/walletReducer.ts'
import type { FrameServices } from '../FrameServices.ts'
import type { FrameState } from '../FrameState.ts'
import type { LaterParts } from '../LaterParts.ts'

/** What a login is answered with: the visitor, or that the wallet must be recovered first. */
export type Entered = (WalletUser & SignedIn) | Extract<PendingStep, { status: 'recover' }>

/** The sign-ins to the host's site that were signed with the login. */
export type SignedIn = { signIns?: SiwxSession[] }

/** The way from a login into the wallet, the same for every login. */
export type Entry = {
  /** What the frame works with, once an earlier session was restored. */
  ready: () => Promise<FrameServices>
  /** What the card of a login has to say of a sign-in that is asked for with it; null: it is left to a prompt of its own. */
  offer: (services: FrameServices, asked: OneClickSignIn | undefined) => Promise<ToldSignIn | null>
  /** Takes the session of a login. `told`: the sign-in that its card has told of. */
  begin: (services: FrameServices, tokens: SessionTokens, told?: ToldSignIn | null) => Promise<void>
  /** Opens the wallet of a session that was just begun. @throws LatchkeyError the code with which it did not open */
  finish: (services: FrameServices) => Promise<void>
  /** Both. */
  enter: Entry['begin']
  /** Where the project asks for a way back at creation: nothing is connected before there is one. */
  protect: (services: FrameServices, signal: AbortSignal) => Promise<void>
  /**
   * Answers a login. That the wallet must be recovered is said once; asked again, it waits for that.
   *
   * @param asked the sign-in that is asked for with it
   */
  settle: (services: FrameServices, signal: AbortSignal, asked?: OneClickSignIn) => Promise<Entered>
  /** Signs what the card of this very login has told of, once. */
  signIn: (services: FrameServices, asked: OneClickSignIn | undefined) => Promise<SignedIn>
  /** Says it once more. */
  forgetRecovery: () => void
  /** @throws LatchkeyError `no_active_account` */
  userOf: (services: FrameServices) => Promise<WalletUser>
}

/** Makes the {@link Entry}. */
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
  loadLater: () => Promise<LaterParts>
  services: () => Promise<FrameServices>
  /** Resolves when an earlier session was restored and its wallet opened, or there was none. */
  booted: () => Promise<void>
  state: FrameState
  /** The visitor, where a project has no network of Ethereum type. */
  familyUser: () => Promise<WalletUser>
  /** A session was begun here. */
  signedIn: () => void
}): Entry {
  /** The host was told once that the wallet must be recovered; asked again, it waits for that. */
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
    // One that another tab's login set out for is asked for with that session.
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
    // Whatever comes of it: there is no second time.
    told.setState(null)
    await state.learned()
    const signIns = await (await requests()).loginSignIns.sign(now).catch(() => [])
    return signIns[0] ? { signIns } : {}
  }
  const protect: Entry['protect'] = async ({ wallet, safeguards, config }, signal) => {
    const { recovery } = await config()
    // Also while it is read again: what another tab does must not open a gap.
    if (recovery === 'at-creation' && openedWallet(wallet.state.getState()))
      await (await safeguards()).protection.ensure({ reason: 'creation', skippable: false, signal })
  }

  return {
    ready: async () => {
      const services = await servicesOf()
      await booted()
      const { session, wallet } = services
      const current = wallet.state.getState()
      // The server could not be reached when the page came: once in a while it is asked again.
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

import { LatchkeyError } from '@latchkey/protocol'
import type { CoreContext } from '../CoreContext.ts'
import type { ConnectionFeature } from '../connection/ConnectionFeature.ts'
import type { ModalInternals } from '../modal/createModal.ts'
import type { NetworksFeature } from '../networks/NetworksFeature.ts'
import { asksToSignIn } from '../siwx/asksToSignIn.ts'
import type { OneClickSignIn, SiwxSession } from '../siwx/Siwx.ts'
import { createLazyPart } from '../store/createLazyPart.ts'
import { createStore, type Store } from '../store/Store.ts'
import type { SignInFeature, SignInState } from './SignInFeature.ts'

/** What the sign-in works with. */
export type SignInParts = {
  context: CoreContext
  connection: ConnectionFeature
  networks: NetworksFeature
  /** Asked for when it is needed: the modal in turn is given the sign-in. */
  modal: () => ModalInternals
  store: Store<SignInState>
}

/** The sign-in as the kit's other parts see it. */
export type SignInInternals = SignInFeature & {
  /** Whether the account in use is asked, or about to be asked, to sign in without anybody's doing. */
  isAsked: () => boolean
  /**
   * Stores sign-ins that came with a connection; what speaks against one is shown when its account is asked to sign.
   *
   * @returns what ends them, for a connection that does not come
   */
  take: (options: { signIns: readonly SiwxSession[]; asked: OneClickSignIn }) => Promise<() => void>
  /** Whether it may not stay connected without. */
  isMissing: () => boolean
  destroy: () => void
}

/** Signs in with the connected wallet. What does it is loaded with the first connection, and never when the app asks for no sign-in. */
export function createSignIn(parts: Omit<SignInParts, 'store'>): SignInInternals {
  const { context, connection } = parts
  const { siwx } = context.config
  const store = createStore<SignInState>({
    status: siwx ? 'idle' : 'off',
    subject: undefined,
    required: false,
    failure: undefined,
  })
  let isOver = false
  const { load, later, now, destroy } = createLazyPart({
    context,
    chunk: async () => {
      if (!siwx) throw new LatchkeyError('siwx_not_enabled')
      return import('./createSignInRunner.ts')
    },
    make: ({ createSignInRunner }) => {
      if (isOver) throw new LatchkeyError('siwx_not_enabled')
      return createSignInRunner({ ...parts, store })
    },
  })
  const stop =
    siwx &&
    connection.subscribe(({ status }) => {
      if (status === 'connected' && !now())
        load().catch(() => {
          // It could not be fetched: nobody stays connected as if there were nothing to sign.
          if (isOver || !asksToSignIn(siwx)) return
          const { message, code } = new LatchkeyError('siwx_failed')
          parts.modal().toast({ kind: 'error', message, code })
          void connection.disconnect().catch(() => {})
        })
    })
  const isSignedOut = () => {
    const state = connection.getState()
    if (!siwx || state.status !== 'connected' || !parts.networks.getState().active) return false
    const { status, subject } = store.getState()
    return status !== 'signedIn' || subject?.accountId !== state.account.caipAddress
  }
  return {
    getState: store.getState,
    subscribe: store.subscribe,
    ...later('signIn', 'getSessions', 'signOut', 'take'),
    cancel: async () => now()?.cancel(),
    isAsked: () => isSignedOut() && asksToSignIn(siwx),
    isMissing: () => isSignedOut() && !!siwx?.getRequired?.(),
    destroy: () => {
      isOver = true
      stop?.()
      destroy()
    },
  }
}

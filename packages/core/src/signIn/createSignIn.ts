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

/** Dependencies of the sign-in feature. */
export type SignInParts = {
  context: CoreContext
  connection: ConnectionFeature
  networks: NetworksFeature
  /** A function, because the modal depends on the sign-in feature as well. */
  modal: () => ModalInternals
  store: Store<SignInState>
}

/** The sign-in feature with the methods for other features. */
export type SignInInternals = SignInFeature & {
  /** Whether the current account is asked, or about to be asked, to sign in automatically. */
  isAsked: () => boolean
  /**
   * Stores sign-ins that came with a connection. An error is shown when its account is asked to sign.
   *
   * @returns a function that ends them, if the connection fails
   */
  take: (options: { signIns: readonly SiwxSession[]; asked: OneClickSignIn }) => Promise<() => void>
  /** Whether a required sign-in is missing. */
  isMissing: () => boolean
  destroy: () => void
}

/** Creates the sign-in feature. Its engine loads with the first connection, and only if the app uses sign-in. */
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
      return import('./createSignInEngine.ts')
    },
    make: ({ createSignInEngine }) => {
      if (isOver) throw new LatchkeyError('siwx_not_enabled')
      return createSignInEngine({ ...parts, store })
    },
  })
  const stop =
    siwx &&
    connection.subscribe(({ status }) => {
      if (status === 'connected' && !now())
        load().catch(() => {
          // The engine could not be loaded. Disconnect, because the account would otherwise appear to need no sign-in.
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

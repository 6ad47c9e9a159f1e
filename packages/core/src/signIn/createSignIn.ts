import { LatchkeyError } from '@latchkey/protocol'
import type { CoreContext } from '../CoreContext.ts'
import { createStore } from '../store/Store.ts'
import type { SignInFeature, SignInState } from './SignInFeature.ts'

/** The sign-in as the kit's other parts see it. */
export type SignInInternals = SignInFeature & {
  /** Whether the account in use may not stay connected without a session that it does not have. */
  isMissing: () => boolean
  destroy: () => void
}

/** Signs in with the connected wallet; what does it is loaded with the first use. */
export function createSignIn({ context }: { context: CoreContext }): SignInInternals {
  const isOn = context.config.siwx !== undefined
  const store = createStore<SignInState>({
    status: isOn ? 'idle' : 'off',
    subject: undefined,
    required: false,
    failure: undefined,
  })
  const refuse = () => Promise.reject(new LatchkeyError('siwx_not_enabled'))
  return {
    getState: store.getState,
    subscribe: store.subscribe,
    signIn: refuse,
    cancel: async () => {},
    getSessions: refuse,
    signOut: refuse,
    isMissing: () => false,
    destroy: () => {},
  }
}

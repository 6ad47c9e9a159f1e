import { LatchkeyError } from '@latchkey/protocol'
import type { CoreContext } from '../CoreContext.ts'
import type { ConnectionFeature } from '../connection/ConnectionFeature.ts'
import type { EmbeddedWallet } from '../connectors/embedded/EmbeddedWallet.ts'
import type { EmailFeature } from '../email/EmailFeature.ts'
import type { ModalFeature } from '../modal/ModalFeature.ts'
import type { SignInInternals } from '../signIn/createSignIn.ts'
import { createLazyPart } from '../store/createLazyPart.ts'
import { createStore } from '../store/Store.ts'
import type { SocialEngine } from './createSocialEngine.ts'
import type { SocialFeature, SocialState } from './SocialFeature.ts'
import { takeReturn } from './takeReturn.ts'

/** Options of {@link createSocial}. */
export type SocialParameters = {
  context: CoreContext
  embedded: EmbeddedWallet | undefined
  connection: Pick<ConnectionFeature, 'connect'>
  signIn: Pick<SignInInternals, 'take'>
  email: Pick<EmailFeature, 'cancel' | 'subscribe'>
  modal: Pick<ModalFeature, 'open' | 'toast' | 'subscribe'>
}

/** The social logins with the methods for other features. */
export type SocialInternals = SocialFeature & {
  /** Resumes a login that left the page and returned. Called once on load. */
  resume: () => void
  destroy: () => void
}

/** Creates the social logins. Their engine loads on first use. */
export function createSocial({ context, embedded, ...others }: SocialParameters): SocialInternals {
  const { wallet } = context.config
  const store = createStore<SocialState>({ status: 'idle' })
  const part =
    embedded && wallet && wallet.socials !== false
      ? createLazyPart({
          context,
          chunk: () => import('./createSocialEngine.ts'),
          make: ({ createSocialEngine }) => createSocialEngine({ ...others, context, wallet, embedded, store }),
        })
      : undefined
  const use = <T>(work: (flow: SocialEngine) => Promise<T>): Promise<T> => {
    if (!part) return Promise.reject(new LatchkeyError('adapter_not_found'))
    const flow = part.now()
    // Synchronous, because a window must be opened within the click.
    return flow ? work(flow) : part.load().then(work)
  }
  return {
    getState: store.getState,
    subscribe: store.subscribe,
    isAvailable: part !== undefined,
    prepare: () => void use((flow) => flow.prepare()).catch(() => {}),
    start: (options) => use((flow) => flow.start(options)),
    startRedirect: (options) => use((flow) => flow.startRedirect(options)),
    cancel: () => part?.now()?.cancel(),
    resume: () => {
      const answer = part && takeReturn(context.environment.page())
      if (answer) use((flow) => flow.finish({ answer })).catch(() => {})
    },
    destroy: () => part?.destroy(),
  }
}

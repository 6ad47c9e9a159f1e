import { LatchkeyError } from '@latchkey/protocol'
import type { CoreContext } from '../CoreContext.ts'
import type { ConnectionFeature } from '../connection/ConnectionFeature.ts'
import type { EmbeddedWallet } from '../connectors/embedded/EmbeddedWallet.ts'
import type { EmailFeature } from '../email/EmailFeature.ts'
import type { ModalFeature } from '../modal/ModalFeature.ts'
import type { SignInInternals } from '../signIn/createSignIn.ts'
import { createLazyPart } from '../store/createLazyPart.ts'
import { createStore } from '../store/Store.ts'
import type { SocialFlow } from './createSocialFlow.ts'
import type { SocialFeature, SocialState } from './SocialFeature.ts'
import { takeReturn } from './takeReturn.ts'

/** What the logins work with. */
export type SocialParameters = {
  context: CoreContext
  embedded: EmbeddedWallet | undefined
  connection: Pick<ConnectionFeature, 'connect'>
  signIn: Pick<SignInInternals, 'take'>
  email: Pick<EmailFeature, 'cancel' | 'subscribe'>
  modal: Pick<ModalFeature, 'open' | 'toast' | 'subscribe'>
}

/** The logins with a provider as the kit's other parts see them. */
export type SocialInternals = SocialFeature & {
  /** Goes on with a login that led away from the page and has come back. Called once on load. */
  resume: () => void
  destroy: () => void
}

/** The logins with a provider; their code is loaded when somebody is about to need it. */
export function createSocial({ context, embedded, ...others }: SocialParameters): SocialInternals {
  const { wallet } = context.config
  const store = createStore<SocialState>({ status: 'idle' })
  const part =
    embedded && wallet && wallet.socials !== false
      ? createLazyPart({
          context,
          chunk: () => import('./createSocialFlow.ts'),
          make: ({ createSocialFlow }) => createSocialFlow({ ...others, context, wallet, embedded, store }),
        })
      : undefined
  const use = <T>(work: (flow: SocialFlow) => Promise<T>): Promise<T> => {
    if (!part) return Promise.reject(new LatchkeyError('adapter_not_found'))
    const flow = part.now()
    // Not a tick later: a window must be opened within the click.
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

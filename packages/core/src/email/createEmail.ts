import { LatchkeyError } from '@latchkey/protocol'
import type { CoreContext } from '../CoreContext.ts'
import type { ConnectionFeature } from '../connection/ConnectionFeature.ts'
import type { EmbeddedWallet } from '../connectors/embedded/EmbeddedWallet.ts'
import type { SignInInternals } from '../signIn/createSignIn.ts'
import { createLazyPart } from '../store/createLazyPart.ts'
import { createStore } from '../store/Store.ts'
import type { EmailFeature, EmailState } from './EmailFeature.ts'
import { type EmailMachine, initialEmail } from './emailMachine.ts'

/** The login by email with the methods for other features. */
export type EmailInternals = EmailFeature & { destroy: () => void }

/** Options of {@link createEmail}. */
export type EmailParameters = {
  context: CoreContext
  embedded: EmbeddedWallet | undefined
  connection: Pick<ConnectionFeature, 'connect'>
  signIn: Pick<SignInInternals, 'take'>
}

/** Creates the login by email. Its engine loads on first use. */
export function createEmail({ context, embedded, ...others }: EmailParameters): EmailInternals {
  let machine = initialEmail
  const read = (): EmailState => {
    const { user, prompt, isProtected, isKept } = embedded?.getState() ?? {}
    return {
      ...machine.login,
      update: machine.update,
      prompt,
      user,
      isProtected,
      isKept,
    }
  }
  const store = createStore<EmailState>(read())
  const stop = embedded?.subscribe((state, before) => {
    if (state.user !== before.user || state.prompt !== before.prompt || state.isProtected !== before.isProtected)
      store.setState(read())
  })
  const setMachine = (next: EmailMachine) => {
    if (next === machine) return
    machine = next
    store.setState(read())
  }
  const { load, later, now, destroy } = createLazyPart({
    context,
    chunk: () => import('./createEmailEngine.ts'),
    make: ({ createEmailEngine }) => {
      if (!embedded) throw new LatchkeyError('adapter_not_found')
      return createEmailEngine({ ...others, context, embedded, getMachine: () => machine, setMachine })
    },
  })

  return {
    getState: store.getState,
    subscribe: store.subscribe,
    isAvailable: embedded !== undefined,
    prepare: () => {
      const open = async () => {
        await load()
        await (await embedded?.host())?.open()
      }
      // `start` loads it again, and reports the error.
      open().catch(() => {})
    },
    // The next use loads it again.
    recall: () => void load().catch(() => {}),
    ...later(
      'start',
      'waitForDevice',
      'enterCode',
      'updateEmail',
      'updateEmailPrimaryOtp',
      'updateEmailSecondaryOtp',
      'openSecurity',
      'ensureProtected',
    ),
    cancel: () => now()?.cancel(),
    cancelPrompt: () => embedded?.cancel() ?? true,
    raisePrompt: () => embedded?.raise(),
    setAppearance: (appearance) => embedded?.setAppearance(appearance),
    destroy: () => {
      stop?.()
      destroy()
    },
  }
}

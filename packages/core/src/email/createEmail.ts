import { LatchkeyError } from '@latchkey/protocol'
import type { CoreContext } from '../CoreContext.ts'
import type { ConnectionFeature } from '../connection/ConnectionFeature.ts'
import type { EmbeddedWallet } from '../connectors/embedded/EmbeddedWallet.ts'
import { createLazyPart } from '../store/createLazyPart.ts'
import { createStore } from '../store/Store.ts'
import type { EmailFlow } from './createEmailFlow.ts'
import type { EmailFeature, EmailState } from './EmailFeature.ts'
import { type EmailMachine, initialEmail } from './emailMachine.ts'

/** The login as the kit's other parts see it. */
export type EmailInternals = EmailFeature & { destroy: () => void }

/** What a login works with. */
export type EmailParameters = {
  context: CoreContext
  embedded: EmbeddedWallet | undefined
  connection: Pick<ConnectionFeature, 'connect'>
}

/** The email login; its code is loaded with the first use. */
export function createEmail({ context, embedded, connection }: EmailParameters): EmailInternals {
  let machine = initialEmail
  const read = (): EmailState => {
    const { user, prompt, isProtected } = embedded?.getState() ?? {}
    return {
      ...machine.login,
      update: machine.update,
      prompt,
      user,
      isProtected,
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
  const part =
    embedded &&
    createLazyPart<EmailFlow>({
      context,
      load: async () =>
        (await import('./createEmailFlow.ts')).createEmailFlow({
          context,
          embedded,
          connection,
          getMachine: () => machine,
          setMachine,
        }),
    })
  const use = async <T>(work: (flow: EmailFlow) => Promise<T>): Promise<T> => {
    if (!part) throw new LatchkeyError('adapter_not_found')
    return work(await part.load())
  }

  return {
    getState: store.getState,
    subscribe: store.subscribe,
    isAvailable: embedded !== undefined,
    prepare: () => {
      use(async () => (await embedded?.host())?.open()).catch(() => {
        // `start` loads it again, and says what is wrong.
      })
    },
    start: (options) => use((flow) => flow.start(options)),
    waitForDevice: () => use((flow) => flow.waitForDevice()),
    enterCode: (options) => use((flow) => flow.enterCode(options)),
    cancel: () => part?.now()?.cancel(),
    updateEmail: (options) => use((flow) => flow.updateEmail(options)),
    updateEmailPrimaryOtp: (options) => use((flow) => flow.updateEmailPrimaryOtp(options)),
    updateEmailSecondaryOtp: (options) => use((flow) => flow.updateEmailSecondaryOtp(options)),
    openSecurity: () => use((flow) => flow.openSecurity()),
    ensureProtected: () => use((flow) => flow.ensureProtected()),
    cancelPrompt: () => embedded?.cancel() ?? true,
    raisePrompt: () => embedded?.raise(),
    setAppearance: (appearance) => embedded?.setAppearance(appearance),
    destroy: () => {
      stop?.()
      part?.destroy()
    },
  }
}

import { LatchkeyError } from '@latchkey/protocol'
import type { CoreContext } from '../CoreContext.ts'
import type { ConnectionFeature } from '../connection/ConnectionFeature.ts'
import type { EmbeddedWallet } from '../connectors/embedded/EmbeddedWallet.ts'
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
  let flow: Promise<EmailFlow> | undefined
  const read = (): EmailState => {
    const { user, prompt, isProtected } = embedded?.getState() ?? {}
    return {
      ...machine.login,
      update: machine.update,
      prompt,
      user: user && { address: user.address, email: user.email ?? null },
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
  const load = (): Promise<EmailFlow> => {
    if (!embedded) return Promise.reject(new LatchkeyError('adapter_not_found'))
    flow ??= context
      .load(() => import('./createEmailFlow.ts'))
      .then(({ createEmailFlow }) =>
        createEmailFlow({
          environment: context.environment,
          embedded,
          connection,
          getMachine: () => machine,
          setMachine,
        }),
      )
    flow.catch(() => {
      flow = undefined
    })
    return flow
  }

  return {
    getState: store.getState,
    subscribe: store.subscribe,
    isAvailable: embedded !== undefined,
    prepare: () => {
      load()
        .then(() => embedded?.host())
        .then((host) => host?.open())
        .catch(() => {
          // `start` loads it again, and says what is wrong.
        })
    },
    start: async (options) => (await load()).start(options),
    waitForDevice: async () => (await load()).waitForDevice(),
    enterCode: async (options) => (await load()).enterCode(options),
    cancel: () => {
      flow?.then(
        ({ cancel }) => cancel(),
        () => {},
      )
    },
    updateEmail: async (options) => (await load()).updateEmail(options),
    updateEmailPrimaryOtp: async (options) => (await load()).updateEmailPrimaryOtp(options),
    updateEmailSecondaryOtp: async (options) => (await load()).updateEmailSecondaryOtp(options),
    openSecurity: async () => (await load()).openSecurity(),
    ensureProtected: async () => (await load()).ensureProtected(),
    cancelPrompt: () => embedded?.cancel() ?? true,
    raisePrompt: () => embedded?.raise(),
    setAppearance: (appearance) => embedded?.setAppearance(appearance),
    destroy: () => stop?.(),
  }
}

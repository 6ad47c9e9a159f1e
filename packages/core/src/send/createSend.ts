import type { LatchkeyError } from '@latchkey/protocol'
import { holdsRecord } from '../storage/holdsRecord.ts'
import { sendRecordKey } from '../storage/sendRecordKey.ts'
import { createLazyPart } from '../store/createLazyPart.ts'
import { createStore } from '../store/Store.ts'
import type { SendEngineParameters } from './createSendEngine.ts'
import { initialSend } from './initialSend.ts'
import type { SendFeature } from './SendFeature.ts'

/** The send feature with the methods for other features. */
export type SendInternals = SendFeature & {
  /** Shows a payment from an earlier page load. */
  resume: () => void
  /** Clears form and previews, after the visitor disconnects. */
  forget: () => void
  destroy: () => void
}

/** Creates the send feature. Everything except the store of the form loads on first use. */
export function createSend(parameters: Omit<SendEngineParameters, 'store'>): SendInternals {
  const { context } = parameters
  const { storage } = context.environment
  const store = createStore(initialSend)
  const { load, later, now, destroy } = createLazyPart({
    context,
    chunk: () => import('./createSendEngine.ts'),
    make: ({ createSendEngine }) => createSendEngine({ ...parameters, store }),
  })
  /** If the engine cannot be loaded, the form shows the error. */
  const noteMissing = ({ code, message }: LatchkeyError) =>
    store.setState((state) => ({ ...state, issues: [{ field: 'transaction', code, message }] }))
  const reset = () => {
    const sender = now()
    if (sender) sender.reset()
    else store.setState(initialSend)
  }

  return {
    getState: store.getState,
    subscribe: store.subscribe,
    edit: (form) => {
      const sender = now()
      if (sender) return sender.edit(form)
      // Typing does not wait for the engine.
      store.setState((state) => ({ ...state, form: { ...state.form, ...form } }))
      load().catch(noteMissing)
    },
    ...later('max', 'gasPrices'),
    prepare: () => load().then((sender) => sender.prepare(), noteMissing),
    confirm: async () => now()?.confirm(),
    reset,
    resume: () => {
      if (holdsRecord(storage, sendRecordKey))
        load().then(
          (sender) => sender.resume(),
          () => {},
        )
    },
    forget: () => {
      reset()
      try {
        storage.removeItem(sendRecordKey)
      } catch {
        // A storage that throws has no previews.
      }
    },
    destroy,
  }
}

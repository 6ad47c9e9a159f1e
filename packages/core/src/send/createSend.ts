import { LatchkeyError } from '@latchkey/protocol'
import { pendingRecordKey } from '../storage/pendingRecordKey.ts'
import { createStore } from '../store/Store.ts'
import type { Sender, SenderParameters } from './createSender.ts'
import { formReducer, initialSend } from './formReducer.ts'
import type { SendFeature, SendState } from './SendFeature.ts'
import type { SendEvent } from './sendReducer.ts'

/** The send as the kit's other parts see it. */
export type SendInternals = SendFeature & {
  /** Takes up the watch of transactions that were handed over before the page was loaded. */
  resume: () => void
  /** Forgets form and watched transactions: the visitor disconnected. */
  forget: () => void
  destroy: () => void
}

/** The send; what builds, checks and watches transactions is loaded with the first use. */
export function createSend(parameters: Omit<SenderParameters, 'dispatch' | 'getState'>): SendInternals {
  const { context } = parameters
  const store = createStore<SendState>(initialSend.state)
  let machine = initialSend
  let attempts = 0
  let sender: Promise<Sender> | undefined
  let reduce: Sender['reduce'] = formReducer

  const dispatch = (event: SendEvent) => {
    machine = reduce(machine, event)
    store.setState(machine.state)
  }
  const load = () => {
    sender ??= context
      .load(() => import('./createSender.ts'))
      .then(({ createSender }) => {
        const made = createSender({ ...parameters, dispatch, getState: store.getState })
        reduce = made.reduce
        return made
      })
    sender.catch(() => {
      sender = undefined
    })
    return sender
  }

  return {
    getState: store.getState,
    subscribe: store.subscribe,
    edit: (form) => dispatch({ type: 'edited', form }),
    max: async () => (await load()).max(),
    prepare: async () => {
      const attempt = ++attempts
      dispatch({ type: 'prepareStarted', attempt })
      if (machine.attempt !== attempt) return
      try {
        const loaded = await load()
        await loaded.prepare({ attempt })
      } catch (error) {
        const { code, message, details } =
          error instanceof LatchkeyError ? error : new LatchkeyError('send_failed', { details: String(error) })
        dispatch({ type: 'prepareFailed', attempt, error: { code, message, details, moneyMoved: 'no' } })
      }
    },
    confirm: async () => {
      const { state } = machine
      if (state.status !== 'preview') return
      // At once, before anything is awaited: a second call finds `signing` and does nothing.
      dispatch({ type: 'signStarted' })
      let loaded: Sender
      try {
        loaded = await load()
      } catch {
        const { code, message } = new LatchkeyError('network_request_failed')
        dispatch({ type: 'signDeclined', issue: { field: 'transaction', code, message } })
        return
      }
      await loaded.confirm({ preview: state.preview })
    },
    reset: () => dispatch({ type: 'reset' }),
    resume: () => {
      if (!hasPending(parameters)) return
      load().then(
        (loaded) => loaded.resume(),
        () => {},
      )
    },
    forget: () => {
      dispatch({ type: 'reset' })
      try {
        context.environment.storage.removeItem(pendingRecordKey)
      } catch {
        // A storage that refuses holds nothing.
      }
      sender?.then(
        (loaded) => loaded.forget(),
        () => {},
      )
    },
    destroy: () => {
      sender?.then(
        (loaded) => loaded.destroy(),
        () => {},
      )
    },
  }
}

function hasPending({ context }: Pick<SenderParameters, 'context'>): boolean {
  try {
    return context.environment.storage.getItem(pendingRecordKey) !== null
  } catch {
    return false
  }
}

import { LatchkeyError } from '@latchkey/protocol'
import { sendRecordKey } from '../storage/sendRecordKey.ts'
import { createStore } from '../store/Store.ts'
import type { Sender, SenderParameters } from './createSender.ts'
import { formReducer, initialSend } from './formReducer.ts'
import type { SendFeature, SendState } from './SendFeature.ts'
import type { SendEvent } from './sendReducer.ts'

/** The send as the kit's other parts see it. */
export type SendInternals = SendFeature & {
  /** Shows what was handed over before the page was loaded. */
  resume: () => void
  /** Forgets form and previews: the visitor disconnected. */
  forget: () => void
  destroy: () => void
}

/** The send; what builds and checks is loaded with the first use. */
export function createSend(parameters: Omit<SenderParameters, 'dispatch' | 'getState'>): SendInternals {
  const { context } = parameters
  const { storage } = context.environment
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
    edit: (form) => {
      const { receiverAddress } = machine.state.form
      dispatch({ type: 'edited', form })
      const { state } = machine
      const { receiver } = state
      if (receiver.status !== 'resolving' || state.form.receiverAddress === receiverAddress) return
      const { name } = receiver
      load().then(
        (loaded) => loaded.lookUp(),
        ({ code, message }: LatchkeyError) =>
          dispatch({ type: 'named', typed: name, receiver: { status: 'failed', name, error: { code, message } } }),
      )
    },
    max: async () => (await load()).max(),
    gasPrices: async () => (await load()).gasPrices(),
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
      try {
        if (storage.getItem(sendRecordKey) === null) return
      } catch {
        return
      }
      load().then(
        (loaded) => loaded.resume(),
        () => {},
      )
    },
    forget: () => {
      dispatch({ type: 'reset' })
      try {
        storage.removeItem(sendRecordKey)
      } catch {
        // A storage that refuses holds nothing.
      }
    },
    destroy: () => {
      sender?.then(
        (loaded) => loaded.destroy(),
        () => {},
      )
    },
  }
}

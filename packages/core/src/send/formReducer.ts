import { isPaymentLink } from '@latchkey/protocol'
import { checkFineness } from './checkAmount.ts'
import { initialSend, noReceiver } from './initialSend.ts'
import type { SendForm, SendIssue, SendReceiver, SendState } from './SendFeature.ts'
import type { SendEvent } from './sendReducer.ts'

/** A send with the number of the running preparation. Results of other preparations are ignored. */
export type SendMachine = { state: SendState; attempt: number | undefined }

export const initialMachine: SendMachine = { state: initialSend, attempt: undefined }

/** The transitions of a form. Other events change nothing here. */
export function formReducer(machine: SendMachine, event: SendEvent): SendMachine {
  const { state } = machine
  const { form, receiver } = state
  const at = (next: SendState): SendMachine => ({ state: next, attempt: undefined })
  switch (event.type) {
    case 'edited': {
      if (state.status === 'signing') return machine
      const next = { ...form, ...event.form }
      return at({
        status: 'editing',
        form: next,
        receiver: next.receiverAddress === form.receiverAddress ? receiver : toReceiver(next.receiverAddress),
        issues: [...remaining(state.issues, event.form), ...checkFineness(next)],
      })
    }
    case 'named': {
      // A result for another text is late.
      const isAsked = receiver.status !== 'none' && readName(form.receiverAddress) === event.typed
      return isAsked ? { ...machine, state: { ...state, receiver: event.receiver } } : machine
    }
    case 'reset':
      return state.status === 'signing' ? machine : initialMachine
    case 'prepareStarted':
      if (state.status !== 'editing' && state.status !== 'failed' && state.status !== 'preview') return machine
      return { state: { status: 'preparing', form, receiver, issues: [] }, attempt: event.attempt }
    case 'prepareFailed':
      if (machine.attempt !== event.attempt) return machine
      return at({
        ...{ status: 'failed', form, receiver, issues: [], preview: undefined, hash: undefined },
        error: event.error,
      })
  }
  return machine
}

/** Returns the name in a typed text. A name has a dot, which addresses do not; a payment link is not a name. */
export function readName(text: string): string | undefined {
  const typed = text.trim()
  return /.\.[^.]/.test(typed) && !isPaymentLink(typed) ? typed : undefined
}

function toReceiver(text: string): SendReceiver {
  const name = readName(text)
  return name === undefined ? noReceiver : { status: 'resolving', name }
}

/** Keeps the issues of unchanged fields. Issues of the whole transaction are removed by any change. */
function remaining(issues: readonly SendIssue[], form: Partial<SendForm>): readonly SendIssue[] {
  return issues.filter(
    ({ field, code }) => field !== 'transaction' && code !== 'amount_too_precise' && !(field in form),
  )
}

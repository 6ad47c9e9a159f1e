import type { SendForm, SendIssue, SendState } from './SendFeature.ts'
import type { SendEvent } from './sendReducer.ts'

/** A send with the number of the preparation that is under way; results of any other one are late and ignored. */
export type SendMachine = { state: SendState; attempt: number | undefined }

/** Nothing typed. */
export const emptyForm: SendForm = { token: undefined, sendTokenAmount: '', receiverAddress: '' }

/** Nothing typed, nothing under way. */
export const initialSend: SendMachine = {
  state: { status: 'editing', form: emptyForm, issues: [] },
  attempt: undefined,
}

/**
 * The transitions of a form, which can be filled in before the code that sends is there. All others need what only that code
 * makes, and change nothing here.
 */
export function formReducer(machine: SendMachine, event: SendEvent): SendMachine {
  const { state } = machine
  const { form } = state
  const at = (next: SendState): SendMachine => ({ state: next, attempt: undefined })
  switch (event.type) {
    case 'edited':
      if (state.status === 'signing') return machine
      return at({ status: 'editing', form: { ...form, ...event.form }, issues: remaining(state.issues, event.form) })
    case 'reset':
      return state.status === 'signing' ? machine : initialSend
    case 'prepareStarted':
      if (state.status !== 'editing' && state.status !== 'failed' && state.status !== 'preview') return machine
      return { state: { status: 'preparing', form, issues: [] }, attempt: event.attempt }
    case 'prepareFailed':
      if (machine.attempt !== event.attempt) return machine
      return at({ status: 'failed', form, issues: [], preview: undefined, hash: undefined, error: event.error })
  }
  return machine
}

/** Issues of fields that were not touched stay; those about the transaction as a whole go with any change. */
function remaining(issues: readonly SendIssue[], form: Partial<SendForm>): readonly SendIssue[] {
  return issues.filter(({ field }) => field !== 'transaction' && !(field in form))
}

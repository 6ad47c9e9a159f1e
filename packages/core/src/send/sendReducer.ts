import type { TrackedTransaction, TransactionFailure } from '../transactions/TransactionsFeature.ts'
import { formReducer, type SendMachine } from './formReducer.ts'
import { emptyForm, noReceiver } from './initialSend.ts'
import type { SendForm, SendIssue, SendPreview, SendReceiver, SendState } from './SendFeature.ts'

export type SendFailure = TransactionFailure

/** Events of a send. */
export type SendEvent =
  | { type: 'edited'; form: Partial<SendForm> }
  /** The receiver of the typed name. */
  | { type: 'named'; typed: string; receiver: SendReceiver }
  | { type: 'reset' }
  | { type: 'prepareStarted'; attempt: number }
  | { type: 'formRefused'; attempt: number; issues: readonly SendIssue[] }
  | { type: 'previewReady'; attempt: number; preview: SendPreview }
  | { type: 'prepareFailed'; attempt: number; error: SendFailure }
  | { type: 'signStarted' }
  /** The wallet declined or could not be asked. The preview remains and can be confirmed again. */
  | { type: 'signDeclined'; issue: SendIssue }
  /** The account or network changed since the preview. A new one is needed. */
  | { type: 'previewOutdated'; issue: SendIssue }
  /** `id` is set if it is on the list of transactions. */
  | { type: 'signFailed'; preview: SendPreview; error: SendFailure; id?: string | undefined }
  /** The wallet accepted it. The visitor has nothing more to approve, and the hash arrives with the block. */
  | { type: 'taken'; preview: SendPreview; id: string }
  | { type: 'handedOver'; preview: SendPreview; id: string; hash: string }
  /** It may or may not have been sent. */
  | { type: 'silent'; preview: SendPreview; id: string; error: SendFailure }
  | { type: 'resumed'; preview: SendPreview; transaction: TrackedTransaction }
  /** An update from the list of transactions. */
  | { type: 'tracked'; transaction: TrackedTransaction }

/**
 * The transitions of a send. In `signing`, only the wallet's answer changes the status. Typing or closing cannot stop a transaction that
 * the wallet may be about to send.
 */
export function sendReducer(machine: SendMachine, event: SendEvent): SendMachine {
  const { state } = machine
  const { form, receiver } = state
  const at = (next: SendState): SendMachine => ({ state: next, attempt: undefined })
  switch (event.type) {
    case 'edited':
    case 'named':
    case 'reset':
    case 'prepareStarted':
    case 'prepareFailed':
      return formReducer(machine, event)
    case 'formRefused':
      if (machine.attempt !== event.attempt) return machine
      return at({ status: 'editing', form, receiver, issues: event.issues })
    case 'previewReady':
      if (machine.attempt !== event.attempt) return machine
      return at({ status: 'preview', form, receiver, issues: [], preview: event.preview })
    case 'signStarted':
      if (state.status !== 'preview') return machine
      return at({ status: 'signing', form, receiver, issues: [], preview: state.preview })
    case 'signDeclined':
      if (state.status !== 'signing') return machine
      return at({ status: 'preview', form, receiver, issues: [event.issue], preview: state.preview })
    case 'previewOutdated':
      if (state.status !== 'signing') return machine
      return at({ status: 'editing', form, receiver, issues: [event.issue] })
    case 'signFailed':
      if (state.status !== 'signing' || state.preview !== event.preview) return machine
      return at({
        ...{ status: 'failed', form, receiver, issues: [], preview: state.preview, hash: undefined },
        ...(event.id === undefined ? {} : { transactionId: event.id }),
        error: event.error,
      })
    case 'taken':
      if (state.status !== 'signing' || state.preview !== event.preview) return machine
      return at(sent('taken', event.preview, event.id))
    case 'handedOver':
      if (!isOpen(state) || state.preview !== event.preview) return machine
      return at(pending(event.preview, { id: event.id, hash: event.hash, slow: false, reorged: false }))
    case 'silent':
      if (!isOpen(state) || state.preview !== event.preview) return machine
      return at({
        ...sent('uncertain', event.preview, event.id),
        error: event.error,
      })
    case 'resumed': {
      const isEmpty = !form.token && !form.sendTokenAmount && !form.receiverAddress
      if (state.status !== 'editing' || !isEmpty) return machine
      const next = toState(event.preview, event.transaction)
      return next ? at(next) : machine
    }
    case 'tracked': {
      if (!('transactionId' in state) || state.transactionId !== event.transaction.id || !state.preview) return machine
      const next = toState(state.preview, event.transaction)
      // The error of the wallet remains until more is known.
      if (!next || (next.status === 'uncertain' && state.status === 'uncertain')) return machine
      // A form that was started since then has another status. Only the shown transaction is updated.
      return isSame(state, next) ? machine : at(next)
    }
  }
}

function isOpen(state: SendState): state is Extract<SendState, { status: 'signing' | 'taken' }> {
  return state.status === 'signing' || state.status === 'taken'
}

function toState(preview: SendPreview, { id, status, isTaken }: TrackedTransaction): SendState | undefined {
  switch (status.type) {
    case 'asked':
      return isTaken ? sent('taken', preview, id) : undefined
    case 'uncertain':
      return sent('uncertain', preview, id)
    case 'pending':
      return pending(preview, { id, ...status })
    case 'confirmed': {
      const { hash, block, final } = status
      return { ...sent('confirmed', preview, id), hash, block, final }
    }
    case 'canceled':
      return { ...sent('canceled', preview, id), hash: status.hash }
    case 'failed':
      return { ...sent('failed', preview, id), hash: status.hash, error: status.error }
  }
}

function pending(
  preview: SendPreview,
  { id, hash, slow, reorged }: { id: string; hash: string; slow: boolean; reorged: boolean },
): SendState {
  return { ...sent('pending', preview, id), hash, slow, reorged }
}

function sent<Status extends SendState['status']>(status: Status, preview: SendPreview, transactionId: string) {
  return { status, form: emptyForm, receiver: noReceiver, issues: [], preview, transactionId }
}

function isSame(before: SendState, next: SendState): boolean {
  const text = (state: SendState) => {
    const { preview: _, form: __, ...rest } = { preview: undefined, ...state }
    return JSON.stringify(rest, (___, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
  }
  return text(before) === text(next)
}

import { emptyForm, formReducer, type SendMachine } from './formReducer.ts'
import type { SendForm, SendIssue, SendPreview, SendState } from './SendFeature.ts'

/** Why a send ended without success. */
export type SendFailure = Extract<SendState, { status: 'failed' }>['error']

/** What happens to a send. */
export type SendEvent =
  | { type: 'edited'; form: Partial<SendForm> }
  | { type: 'reset' }
  | { type: 'prepareStarted'; attempt: number }
  | { type: 'formRefused'; attempt: number; issues: readonly SendIssue[] }
  | { type: 'previewReady'; attempt: number; preview: SendPreview }
  | { type: 'prepareFailed'; attempt: number; error: SendFailure }
  | { type: 'signStarted' }
  /** The wallet declined, or could not be asked: the preview stands and can be confirmed again. */
  | { type: 'signDeclined'; issue: SendIssue }
  /** Account or network are no longer those of the preview: a new one is needed. */
  | { type: 'previewOutdated'; issue: SendIssue }
  | { type: 'signFailed'; preview: SendPreview; error: SendFailure }
  | { type: 'handedOver'; preview: SendPreview; hash: `0x${string}` }
  | { type: 'resumed'; preview: SendPreview; hash: `0x${string}` }
  | { type: 'slow'; hash: `0x${string}` }
  | { type: 'confirmed'; hash: `0x${string}`; block: bigint }
  | { type: 'failed'; hash: `0x${string}`; error: SendFailure }

/**
 * The transitions of a send. From `signing` only the wallet's answer leads on: neither typing nor closing can take back
 * what the wallet may be about to send.
 */
export function sendReducer(machine: SendMachine, event: SendEvent): SendMachine {
  const { state } = machine
  const { form } = state
  const at = (next: SendState): SendMachine => ({ state: next, attempt: undefined })
  switch (event.type) {
    case 'edited':
    case 'reset':
    case 'prepareStarted':
    case 'prepareFailed':
      return formReducer(machine, event)
    case 'formRefused':
      if (machine.attempt !== event.attempt) return machine
      return at({ status: 'editing', form, issues: event.issues })
    case 'previewReady':
      if (machine.attempt !== event.attempt) return machine
      return at({ status: 'preview', form, issues: [], preview: event.preview })
    case 'signStarted':
      if (state.status !== 'preview') return machine
      return at({ status: 'signing', form, issues: [], preview: state.preview })
    case 'signDeclined':
      if (state.status !== 'signing') return machine
      return at({ status: 'preview', form, issues: [event.issue], preview: state.preview })
    case 'previewOutdated':
      if (state.status !== 'signing') return machine
      return at({ status: 'editing', form, issues: [event.issue] })
    case 'signFailed':
      if (state.status !== 'signing' || state.preview !== event.preview) return machine
      return at({ status: 'failed', form, issues: [], preview: state.preview, hash: undefined, error: event.error })
    case 'handedOver': {
      // A wallet that answers after it was given up as silent did send; the failure gives way to the truth.
      const waiting = state.status === 'signing' || (state.status === 'failed' && state.hash === undefined)
      if (!waiting || state.preview !== event.preview) return machine
      return at({ ...pending(event), form: emptyForm })
    }
    case 'resumed':
      if (state.status !== 'editing' || form.token || form.sendTokenAmount || form.receiverAddress) return machine
      return at({ ...pending(event), form: emptyForm })
    case 'slow':
      if (state.status !== 'pending' || state.hash !== event.hash || state.slow) return machine
      return at({ ...state, slow: true })
    case 'confirmed':
      if (state.status !== 'pending' || state.hash !== event.hash) return machine
      return at({
        status: 'confirmed',
        form,
        issues: [],
        preview: state.preview,
        hash: state.hash,
        block: event.block,
      })
    case 'failed':
      if (state.status !== 'pending' || state.hash !== event.hash) return machine
      return at({ status: 'failed', form, issues: [], preview: state.preview, hash: state.hash, error: event.error })
  }
}

function pending({ preview, hash }: { preview: SendPreview; hash: `0x${string}` }) {
  return { status: 'pending', issues: [], preview, hash, slow: false } as const
}

import type { ErrorCode } from '@latchkey/protocol'
import type { Quote } from '@latchkey/protocol/api'
import type { TransactionFailure } from '../transactions/TransactionsFeature.ts'
import { checkFineness } from './checkSwapForm.ts'
import { initialSwap, noQuote } from './initialSwap.ts'
import type { SwapForm, SwapIssue, SwapPreview, SwapState, SwapStep } from './SwapFeature.ts'

/** A swap with the number of the running preparation. Results of other preparations are ignored. */
export type SwapMachine = { state: SwapState; attempt: number | undefined }

/** Events of a swap. */
export type SwapEvent =
  | { type: 'edited'; form: Partial<SwapForm> }
  | { type: 'flipped' }
  | { type: 'reset' }
  | { type: 'quoteAsked' }
  | { type: 'quoteReady'; quote: Quote; toAmountText: string; rate: number | undefined; at: number }
  | { type: 'quoteFailed'; error: { code: ErrorCode; message: string }; keep: boolean }
  | { type: 'prepareStarted'; attempt: number }
  | { type: 'formRefused'; attempt: number; issues: readonly SwapIssue[] }
  | { type: 'previewReady'; attempt: number; preview: SwapPreview }
  | { type: 'prepareFailed'; attempt: number; error: TransactionFailure }
  /** The visitor has to confirm something first. The preview remains. */
  | { type: 'held'; issue: SwapIssue }
  | { type: 'working'; preview: SwapPreview; step: SwapStep; waitsFor: 'wallet' | 'block' }
  /** The wallet declined. The preview remains and can be confirmed again. */
  | { type: 'declined'; preview: SwapPreview; issue: SwapIssue }
  /** The preview is void, because the account or network changed, or the visitor has to start over. */
  | { type: 'stopped'; issue: SwapIssue }
  /** The account or network changed, so the form is void. */
  | { type: 'emptied'; issue: SwapIssue }
  | { type: 'failed'; preview: SwapPreview; hash: string | undefined; error: TransactionFailure }
  | { type: 'handedOver'; preview: SwapPreview; transactionId: string; hash: string }
  /** Updates from the transactions. `hash` may be that of a replacement. */
  | { type: 'waits'; transactionId: string; hash: string; slow: boolean }
  | { type: 'confirmed'; transactionId: string; hash: string; received: string | undefined }
  | {
      type: 'notDone'
      preview: SwapPreview
      transactionId: string
      hash: string | undefined
      error: TransactionFailure
    }

export const initialMachine: SwapMachine = { state: initialSwap, attempt: undefined }

/**
 * The transitions of a swap. In `working`, only answers of the wallet and the network change the status. Typing or closing cannot stop a
 * transaction that the wallet may be about to send.
 */
export function swapReducer(machine: SwapMachine, event: SwapEvent): SwapMachine {
  const { state } = machine
  const { form, pricing, issues } = state
  const at = (next: SwapState): SwapMachine => ({ state: next, attempt: undefined })
  switch (event.type) {
    case 'edited':
      return state.status === 'working' ? machine : at(edit(state, event.form))
    case 'flipped': {
      if (state.status === 'working') return machine
      const amount = pricing.toAmountText ?? form.amount
      return at(edit(state, { from: form.to, to: form.from, amount }))
    }
    case 'reset':
      return state.status === 'working' ? machine : initialMachine
    case 'quoteAsked':
      return { ...machine, state: { ...state, pricing: { ...pricing, status: 'loading' } } }
    case 'quoteReady': {
      const { quote, toAmountText, rate, at: updatedAt } = event
      const ready = { status: 'ready', quote, toAmountText, rate, updatedAt, error: undefined } as const
      return { ...machine, state: { ...state, pricing: ready } }
    }
    case 'quoteFailed': {
      const held = event.keep ? pricing : noQuote
      return { ...machine, state: { ...state, pricing: { ...held, status: 'failed', error: event.error } } }
    }
    case 'prepareStarted':
      if (state.status === 'working' || state.status === 'pending') return machine
      return { state: { form, issues: [], pricing, status: 'preparing' }, attempt: event.attempt }
    case 'formRefused':
      if (machine.attempt !== event.attempt) return machine
      return at({ form, pricing, issues: event.issues, status: 'editing' })
    case 'previewReady':
      if (machine.attempt !== event.attempt) return machine
      return at({ form, pricing, issues: [], status: 'preview', preview: event.preview })
    case 'prepareFailed':
      if (machine.attempt !== event.attempt) return machine
      return at({ ...failure(event.error), form, pricing, issues: [], preview: undefined })
    case 'held':
      if (state.status !== 'preview') return machine
      return at({ ...state, issues: [event.issue] })
    case 'working': {
      if (state.status !== 'preview' && state.status !== 'working') return machine
      const { preview, step, waitsFor } = event
      return at({ form, pricing, issues: [], status: 'working', preview, step, waitsFor })
    }
    case 'declined':
      if (state.status !== 'working') return machine
      return at({ form, pricing, issues: [event.issue], status: 'preview', preview: event.preview })
    case 'stopped':
      if (state.status !== 'working') return machine
      return at({ form, pricing, issues: [event.issue], status: 'editing' })
    case 'emptied':
      if (state.status !== 'working') return machine
      return at({ ...initialSwap, issues: [event.issue] })
    case 'failed':
      if (state.status !== 'working') return machine
      return at({ ...failure(event.error), form, pricing, issues: [], preview: event.preview, hash: event.hash })
    case 'handedOver': {
      // A late answer of a wallet that was considered silent proves that it sent. It replaces the failure.
      if (state.status !== 'working' && !isUnsure(state, event.preview)) return machine
      const { preview, transactionId, hash } = event
      // The form is used up. The next swap starts with the same tokens.
      const next = { ...form, amount: '' }
      return at({
        form: next,
        pricing: noQuote,
        issues: [],
        status: 'pending',
        preview,
        transactionId,
        hash,
        slow: false,
      })
    }
    case 'waits': {
      if (!isOf(state, event.transactionId)) return machine
      const { transactionId, hash, slow } = event
      if (state.status === 'pending' && state.hash === hash && state.slow === slow) return machine
      return at({ form, pricing, issues, status: 'pending', preview: state.preview, transactionId, hash, slow })
    }
    case 'confirmed': {
      if (!isOf(state, event.transactionId)) return machine
      const { transactionId, hash, received } = event
      return at({ form, pricing, issues, status: 'confirmed', preview: state.preview, transactionId, hash, received })
    }
    case 'notDone':
      // The outcome was unknown when the wallet was silent. Now it is known.
      if (!isOf(state, event.transactionId) && !isUnsure(state, event.preview)) return machine
      return at({ ...failure(event.error), form, pricing, issues, preview: event.preview, hash: event.hash })
  }
}

function edit(state: SwapState, change: Partial<SwapForm>): SwapState {
  const form = { ...state.form, ...change }
  const { from, to, amount } = form
  // The slippage does not affect the quote.
  const same = from === state.form.from && to === state.form.to && amount === state.form.amount
  const kept = state.issues.filter(
    ({ field, code }) => field !== 'transaction' && code !== 'amount_too_precise' && !(field in change),
  )
  return {
    form,
    // No quote will arrive for such an amount, so report it immediately.
    issues: [...kept, ...checkFineness(form)],
    pricing: same ? state.pricing : noQuote,
    status: 'editing',
  }
}

function failure(error: TransactionFailure) {
  return { status: 'failed', hash: undefined, error } as const
}

function isUnsure(state: SwapState, preview: SwapPreview): boolean {
  return state.status === 'failed' && state.preview === preview && state.error.moneyMoved === 'unknown'
}

function isOf(
  state: SwapState,
  transactionId: string,
): state is Extract<SwapState, { status: 'pending' | 'confirmed' }> {
  return (state.status === 'pending' || state.status === 'confirmed') && state.transactionId === transactionId
}

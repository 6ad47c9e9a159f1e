import type { SwapForm, SwapQuote, SwapState } from './SwapFeature.ts'

/** Percent by which a swap may give less than its quote, unless the visitor says otherwise. */
export const defaultSlippage = 1

/** Nothing chosen. */
const emptySwapForm: SwapForm = { from: undefined, to: undefined, amount: '', slippage: defaultSlippage }

/** Nothing asked. */
export const noQuote: SwapQuote = {
  ...{ status: 'idle', quote: undefined, toAmountText: undefined, rate: undefined, updatedAt: undefined },
  error: undefined,
}

/** Nothing chosen, nothing under way. */
export const initialSwap: SwapState = { status: 'editing', form: emptySwapForm, issues: [], pricing: noQuote }

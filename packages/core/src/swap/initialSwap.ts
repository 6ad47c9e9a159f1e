import type { SwapForm, SwapQuote, SwapState } from './SwapFeature.ts'

/** Default slippage in percent. */
export const defaultSlippage = 1

const emptySwapForm: SwapForm = { from: undefined, to: undefined, amount: '', slippage: defaultSlippage }

export const noQuote: SwapQuote = {
  ...{ status: 'idle', quote: undefined, toAmountText: undefined, rate: undefined, updatedAt: undefined },
  error: undefined,
}

export const initialSwap: SwapState = { status: 'editing', form: emptySwapForm, issues: [], pricing: noQuote }

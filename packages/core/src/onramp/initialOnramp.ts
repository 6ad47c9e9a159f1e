import type { OnrampOptionsState, OnrampPricing, OnrampState } from './OnrampFeature.ts'

/** Nothing asked. */
export const noOptions: OnrampOptionsState = { status: 'idle', value: undefined, isSample: false, error: undefined }

/** As above. */
export const noPricing: OnrampPricing = { status: 'idle', quotes: [], refusals: [], isSample: false, error: undefined }

/** Nothing chosen, nothing bought. */
export const initialOnramp: OnrampState = {
  form: { asset: undefined, currency: 'USD', method: 'card', amount: '' },
  ...{ issues: [], options: noOptions, pricing: noPricing, starting: undefined, purchases: [] },
}

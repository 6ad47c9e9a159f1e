import { createStore, type OnrampAsset, type OnrampFeature, type OnrampState, type Store } from '@latchkey/core'

/** State of the onramp in a fixture. */
export type FixtureOnramp = {
  onramp?: Partial<OnrampState>
  /** Tokens that can be bought. */
  onrampAssets?: readonly OnrampAsset[]
}

/** Makes an onramp in a fixed state: a real store, no provider. */
export function createFixtureOnramp({ onramp, onrampAssets = [] }: FixtureOnramp): {
  store: Store<OnrampState>
  feature: OnrampFeature
} {
  const store = createStore<OnrampState>({
    form: { asset: undefined, currency: 'USD', method: 'card', amount: '' },
    issues: [],
    options: { status: 'idle', value: undefined, isSample: false, error: undefined },
    pricing: { status: 'idle', quotes: [], refusals: [], isSample: false, error: undefined },
    starting: undefined,
    orders: [],
    ...onramp,
  })
  const never = () => new Promise<never>(() => undefined)
  const feature: OnrampFeature = {
    getState: store.getState,
    subscribe: store.subscribe,
    load: async () => undefined,
    listAssets: () => onrampAssets,
    edit: (form) => store.setState((state) => ({ ...state, form: { ...state.form, ...form } })),
    refresh: () => undefined,
    watch: () => () => undefined,
    start: never,
    reopen: () => true,
    follow: () => () => undefined,
    cancel: never,
    dismiss: () => undefined,
    resume: () => undefined,
  }
  return { store, feature }
}

import { LatchkeyError } from '@latchkey/protocol'
import type { Store } from '../store/Store.ts'
import type { OnrampParameters } from './createOnramp.ts'
import type { OnrampFeature, OnrampState } from './OnrampFeature.ts'

/** The part of buying that asks the server. */
export type OnrampBuyer = Omit<OnrampFeature, 'getState' | 'subscribe' | 'resume'> & { destroy: () => void }

/** Makes the part of buying that asks the server. */
export function createOnrampBuyer({ store }: OnrampParameters & { store: Store<OnrampState> }): OnrampBuyer {
  const missing = async (): Promise<never> => {
    throw new LatchkeyError('upstream_unavailable')
  }
  return {
    load: async () => {},
    listAssets: () => [],
    edit: (form) => store.setState((state) => ({ ...state, form: { ...state.form, ...form } })),
    refresh: () => {},
    watch: () => () => {},
    start: missing,
    reopen: () => false,
    follow: () => () => {},
    cancel: missing,
    dismiss: () => {},
    destroy: () => {},
  }
}

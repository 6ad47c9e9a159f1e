import type { LatchkeyError } from '@latchkey/protocol'
import type { ActivityFeature } from '../activity/ActivityFeature.ts'
import type { BalancesFeature } from '../balances/BalancesFeature.ts'
import type { CoreContext } from '../CoreContext.ts'
import type { ConnectionState } from '../connection/connectionState.ts'
import type { NetworksState } from '../networks/NetworksFeature.ts'
import type { RealtimeFeature } from '../realtime/RealtimeFeature.ts'
import { onrampRecordKey as recordKey } from '../storage/onrampRecordKey.ts'
import { createLazyPart } from '../store/createLazyPart.ts'
import { createStore, type Readable, type Store } from '../store/Store.ts'
import type { OnrampBuyer } from './createOnrampBuyer.ts'
import type { OnrampFeature, OnrampState } from './OnrampFeature.ts'

/** What buying works with. */
export type OnrampParameters = {
  context: CoreContext
  connection: Readable<ConnectionState>
  networks: Readable<NetworksState>
  realtime: RealtimeFeature
  balances: Pick<BalancesFeature, 'refresh'>
  activity: Pick<ActivityFeature, 'refresh'>
  store: Store<OnrampState>
  /** Where the purchases are kept. */
  recordKey: string
}

/** Buying; all of it but its store is loaded with the first use, or with a purchase that is kept. */
export function createOnramp(
  parameters: Omit<OnrampParameters, 'store' | 'recordKey'>,
): OnrampFeature & { destroy: () => void } {
  const { context } = parameters
  const { storage } = context.environment
  const store = createStore<OnrampState>({
    form: { asset: undefined, currency: 'USD', method: 'card', amount: '' },
    issues: [],
    options: { status: 'idle', value: undefined, isSample: false, error: undefined },
    pricing: { status: 'idle', quotes: [], refusals: [], isSample: false, error: undefined },
    starting: undefined,
    purchases: [],
  })
  const { load, later, now, destroy } = createLazyPart({
    context,
    load: async () => (await import('./createOnrampBuyer.ts')).createOnrampBuyer({ ...parameters, store, recordKey }),
  })
  const change = (step: (state: OnrampState) => Partial<OnrampState>) =>
    store.setState((state) => ({ ...state, ...step(state) }))
  const noteMissing = ({ code, message }: LatchkeyError) =>
    change(({ options }) => ({ options: { ...options, status: 'failed', error: { code, message } } }))
  const lasting = (work: (buyer: OnrampBuyer) => () => void) => {
    const working = load().then(work, noteMissing)
    return () => void working.then((stop) => stop?.())
  }
  return {
    getState: store.getState,
    subscribe: store.subscribe,
    load: () => load().then((buyer) => buyer.load(), noteMissing),
    listAssets: () => now()?.listAssets() ?? [],
    // Typing waits for nothing; what follows from it comes with the code.
    edit: (form) => change((state) => ({ form: { ...state.form, ...form } })),
    refresh: () => now()?.refresh(),
    watch: () => lasting((buyer) => buyer.watch()),
    reopen: (options) => now()?.reopen(options) ?? false,
    follow: (options) => lasting((buyer) => buyer.follow(options)),
    ...later('start', 'cancel'),
    dismiss: (options) => now()?.dismiss(options),
    resume: () => {
      try {
        if (storage.getItem(recordKey) !== null) load().catch(() => {})
      } catch {
        // A storage that refuses holds nothing.
      }
    },
    destroy,
  }
}

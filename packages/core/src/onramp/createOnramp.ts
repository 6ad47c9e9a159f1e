import type { LatchkeyError } from '@latchkey/protocol'
import type { ActivityFeature } from '../activity/ActivityFeature.ts'
import type { BalancesFeature } from '../balances/BalancesFeature.ts'
import type { CoreContext } from '../CoreContext.ts'
import type { ConnectionState } from '../connection/connectionState.ts'
import type { NetworksState } from '../networks/NetworksFeature.ts'
import type { RealtimeFeature } from '../realtime/RealtimeFeature.ts'
import { holdsRecord } from '../storage/holdsRecord.ts'
import { onrampRecordKey as recordKey } from '../storage/onrampRecordKey.ts'
import { createLazyPart } from '../store/createLazyPart.ts'
import { createStore, type Readable, type Store } from '../store/Store.ts'
import type { OnrampFeature, OnrampState } from './OnrampFeature.ts'

/** Options of {@link createOnramp}. */
export type OnrampParameters = {
  context: CoreContext
  connection: Readable<ConnectionState>
  networks: Readable<NetworksState>
  realtime: RealtimeFeature
  balances: Pick<BalancesFeature, 'refresh'>
  activity: Pick<ActivityFeature, 'refresh'>
  store: Store<OnrampState>
  /** Storage key of the orders. */
  recordKey: string
}

const idle = { status: 'idle', isSample: false, error: undefined } as const

/** Creates the onramp feature. Everything except its store loads on first use, or for a stored order. */
export function createOnramp(
  parameters: Omit<OnrampParameters, 'store' | 'recordKey'>,
): OnrampFeature & { destroy: () => void } {
  const { context } = parameters
  const store = createStore<OnrampState>({
    form: { asset: undefined, currency: 'USD', method: 'card', amount: '' },
    issues: [],
    options: { ...idle, value: undefined },
    pricing: { ...idle, quotes: [], refusals: [] },
    starting: undefined,
    orders: [],
  })
  const { load, later, lasting, now, destroy } = createLazyPart({
    context,
    chunk: () => import('./createOnrampEngine.ts'),
    make: ({ createOnrampEngine }) => createOnrampEngine({ ...parameters, store, recordKey }),
  })
  const noteMissing = ({ code, message }: LatchkeyError) =>
    store.setState((state) => ({
      ...state,
      options: { ...state.options, status: 'failed', error: { code, message } },
    }))
  return {
    getState: store.getState,
    subscribe: store.subscribe,
    load: () => load().then((buyer) => buyer.load(), noteMissing),
    listAssets: () => now()?.listAssets() ?? [],
    // Typing does not wait for the engine, which checks the form when it has loaded.
    edit: (form) => store.setState((state) => ({ ...state, form: { ...state.form, ...form } })),
    refresh: () => now()?.refresh(),
    watch: () => lasting((buyer) => buyer.watch(), noteMissing),
    reopen: (options) => now()?.reopen(options) ?? false,
    follow: (options) => lasting((buyer) => buyer.follow(options), noteMissing),
    ...later('start', 'cancel'),
    dismiss: (options) => now()?.dismiss(options),
    resume: () => {
      if (holdsRecord(context.environment.storage, recordKey)) load().catch(() => {})
    },
    destroy,
  }
}

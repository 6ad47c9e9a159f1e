import type { ActivityFeature } from '../activity/ActivityFeature.ts'
import type { BalancesFeature } from '../balances/BalancesFeature.ts'
import type { CoreContext } from '../CoreContext.ts'
import type { ConnectionState } from '../connection/connectionState.ts'
import type { NetworksState } from '../networks/NetworksFeature.ts'
import type { RealtimeFeature } from '../realtime/RealtimeFeature.ts'
import { onrampRecordKey } from '../storage/onrampRecordKey.ts'
import { createLazyPart } from '../store/createLazyPart.ts'
import { createStore, type Readable } from '../store/Store.ts'
import { initialOnramp } from './initialOnramp.ts'
import type { OnrampFeature } from './OnrampFeature.ts'

/** What buying works with. */
export type OnrampParameters = {
  context: CoreContext
  connection: Readable<ConnectionState>
  networks: Readable<NetworksState>
  realtime: RealtimeFeature
  balances: Pick<BalancesFeature, 'refresh'>
  activity: Pick<ActivityFeature, 'refresh'>
}

/** Buying; all of it but its store is loaded with the first use, or with a purchase that is kept. */
export function createOnramp(parameters: OnrampParameters): OnrampFeature & { destroy: () => void } {
  const { context } = parameters
  const { storage, page } = context.environment
  const store = createStore(initialOnramp)
  const { load, later, now, destroy } = createLazyPart({
    context,
    load: async () => (await import('./createOnrampBuyer.ts')).createOnrampBuyer({ ...parameters, store }),
  })
  const ignore = () => {}
  /** Another tab may buy first. */
  const look = () => {
    try {
      if (storage.getItem(onrampRecordKey) !== null) load().catch(ignore)
    } catch {
      // A storage that refuses holds nothing.
    }
  }
  return {
    getState: store.getState,
    subscribe: store.subscribe,
    load: () =>
      load().then(
        (buyer) => buyer.load(),
        ({ code, message }) =>
          store.setState((state) => ({
            ...state,
            options: { ...state.options, status: 'failed', error: { code, message } },
          })),
      ),
    listAssets: () => now()?.listAssets() ?? [],
    edit: (form) => {
      const buyer = now()
      if (buyer) buyer.edit(form)
      // Typing waits for nothing.
      else store.setState((state) => ({ ...state, form: { ...state.form, ...form } }))
    },
    refresh: () => now()?.refresh(),
    watch: () => {
      const watching = load().then((buyer) => buyer.watch(), ignore)
      return () => void watching.then((stop) => stop?.())
    },
    // Not a tick later: a window must be opened within the click.
    start: async (options) => (now() ?? (await load())).start(options),
    reopen: (options) => now()?.reopen(options) ?? false,
    follow: (options) => {
      const following = load().then((buyer) => buyer.follow(options), ignore)
      return () => void following.then((stop) => stop?.())
    },
    ...later('cancel'),
    dismiss: (options) => now()?.dismiss(options),
    resume: () => {
      page()?.addEventListener('storage', look)
      look()
    },
    destroy: () => {
      page()?.removeEventListener('storage', look)
      destroy()
    },
  }
}

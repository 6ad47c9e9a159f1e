import type { CoreContext } from '../CoreContext.ts'
import type { ConnectionFeature } from '../connection/ConnectionFeature.ts'
import type { NetworksFeature } from '../networks/NetworksFeature.ts'
import { createLazyPart } from '../store/createLazyPart.ts'
import { createStore, type Store } from '../store/Store.ts'
import type { NamesFeature, NamesState } from './NamesFeature.ts'

/** Options of {@link createNames}. */
export type NamesParameters = {
  context: CoreContext
  connection: ConnectionFeature
  networks: NetworksFeature
  store: Store<NamesState>
}

/** Creates the names feature. The engine, which talks to the server and the wallet, loads on first use. */
export function createNames(parameters: Omit<NamesParameters, 'store'>): NamesFeature & { destroy: () => void } {
  const store = createStore<NamesState>({ identities: {}, zone: undefined, perAccount: undefined })
  const { later, destroy } = createLazyPart({
    context: parameters.context,
    chunk: () => import('./createNamesEngine.ts'),
    make: ({ createNamesEngine }) => createNamesEngine({ ...parameters, store }),
  })
  const { identify, prepare } = later('identify', 'prepare')
  return {
    getState: store.getState,
    subscribe: store.subscribe,
    // A failure to load is ignored, and the next call tries again.
    identify: (options) => void identify(options).catch(() => {}),
    prepare: () => void prepare().catch(() => {}),
    ...later('resolve', 'suggest', 'list', 'register', 'setAttributes'),
    destroy,
  }
}

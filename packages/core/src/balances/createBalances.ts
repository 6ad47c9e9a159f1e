import { LatchkeyError } from '@latchkey/protocol'
import type { CoreContext } from '../CoreContext.ts'
import { createStore } from '../store/Store.ts'
import type { BalancesFeature, BalancesState } from './BalancesFeature.ts'
import type { BalancesReader, BalancesReaderParameters } from './createBalancesReader.ts'

/** No balances asked for yet. */
export const initialBalances: BalancesState = {
  status: 'idle',
  data: undefined,
  otherAssets: undefined,
  updatedAt: undefined,
  error: undefined,
  account: undefined,
  blockedUntil: undefined,
  total: undefined,
}

/** The balances of the connected account; what reads them is loaded with the first use. */
export function createBalances(
  parameters: Omit<BalancesReaderParameters, 'store'> & { context: CoreContext },
): BalancesFeature & { destroy: () => void } {
  const { context } = parameters
  const store = createStore(initialBalances)
  let reader: Promise<BalancesReader> | undefined
  let destroyed = false
  const load = () => {
    reader ??= context
      .load(() => import('./createBalancesReader.ts'))
      .then(({ createBalancesReader }) => createBalancesReader({ ...parameters, store }))
    reader.catch((error: unknown) => {
      reader = undefined
      if (error instanceof LatchkeyError) {
        const { code, message } = error
        store.setState((state) => ({ ...state, status: 'failed', error: { code, message } }))
      }
    })
    return reader
  }
  return {
    getState: store.getState,
    subscribe: store.subscribe,
    watch: () => {
      let stop: (() => void) | undefined
      let stopped = false
      load().then(
        (loaded) => {
          if (!stopped && !destroyed) stop = loaded.watch()
        },
        () => {},
      )
      return () => {
        stopped = true
        stop?.()
        stop = undefined
      }
    },
    refresh: async (options) => {
      const loaded = await load().catch(() => undefined)
      await loaded?.refresh(options)
    },
    destroy: () => {
      destroyed = true
      reader?.then(
        (loaded) => loaded.destroy(),
        () => {},
      )
    },
  }
}

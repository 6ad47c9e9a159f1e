import { LatchkeyError } from '@latchkey/protocol'
import { pendingRecordKey } from '../storage/pendingRecordKey.ts'
import { createStore } from '../store/Store.ts'
import type { TransactionsEngine, TransactionsParameters } from './createTransactionsEngine.ts'
import type { HandOverOutcome, TransactionsInternals } from './HandOver.ts'
import type { TransactionsState } from './TransactionsFeature.ts'

/** The transactions; what asks wallets and follows is loaded with the first of them. */
export function createTransactions(parameters: TransactionsParameters): TransactionsInternals {
  const { environment, load: loadChunk } = parameters.context
  const store = createStore<TransactionsState>({ transactions: [] })
  let engine: TransactionsEngine | undefined
  let loading: Promise<TransactionsEngine> | undefined
  let isDestroyed = false

  const load = () => {
    loading ??= loadChunk(() => import('./createTransactionsEngine.ts')).then(({ createTransactionsEngine }) => {
      engine = createTransactionsEngine({ ...parameters, store })
      if (isDestroyed) engine.destroy()
      return engine
    })
    loading.catch(() => {
      loading = undefined
    })
    return loading
  }
  const run = async (work: (loaded: TransactionsEngine) => Promise<HandOverOutcome>): Promise<HandOverOutcome> => {
    let loaded: TransactionsEngine
    try {
      loaded = await load()
    } catch (cause) {
      const { code, message, details } = new LatchkeyError('network_request_failed', { cause })
      return { type: 'failed', failure: { code, message, details, moneyMoved: 'no' } }
    }
    return work(loaded)
  }
  /** Another tab may write first. */
  const look = () => {
    try {
      if (environment.storage.getItem(pendingRecordKey) === null && !engine) return
    } catch {
      return
    }
    load().then(
      (loaded) => loaded.resume(),
      () => {},
    )
  }

  return {
    getState: store.getState,
    subscribe: store.subscribe,
    speedUp: async (options) => (await load()).speedUp(options),
    cancel: async (options) => (await load()).cancel(options),
    canReplace: (options) => engine?.canReplace(options) ?? false,
    canBatch: async (options) => (await load()).canBatch(options),
    dismiss: (options) => engine?.dismiss(options),
    handOver: (options) => run((loaded) => loaded.handOver(options)),
    handOverBatch: (options) => run((loaded) => loaded.handOverBatch(options)),
    resume: () => {
      environment.page()?.addEventListener('storage', look)
      look()
    },
    forget: () => {
      try {
        environment.storage.removeItem(pendingRecordKey)
      } catch {
        // A storage that refuses holds nothing.
      }
      engine?.forget()
    },
    destroy: () => {
      isDestroyed = true
      environment.page()?.removeEventListener('storage', look)
      engine?.destroy()
    },
  }
}

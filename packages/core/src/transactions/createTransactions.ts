import { pendingRecordKey } from '../storage/pendingRecordKey.ts'
import { signedRecordKey } from '../storage/signedRecordKey.ts'
import { createLazyPart } from '../store/createLazyPart.ts'
import { createStore } from '../store/Store.ts'
import type { TransactionsParameters } from './createTransactionsEngine.ts'
import type { TransactionsInternals } from './HandOver.ts'
import type { TransactionsState } from './TransactionsFeature.ts'

const recordKeys = [pendingRecordKey, signedRecordKey] as const

/** The transactions; what asks wallets and follows is loaded with the first of them. */
export function createTransactions(parameters: TransactionsParameters): TransactionsInternals {
  const { context } = parameters
  const { storage, page } = context.environment
  const store = createStore<TransactionsState>({ transactions: [] })
  const { load, later, now, destroy } = createLazyPart({
    context,
    load: async () => {
      const { createTransactionParts } = await import('./createTransactionParts.ts')
      return createTransactionParts({ ...parameters, store, recordKeys })
    },
  })
  /** Another tab may write first. */
  const look = () => {
    parameters.onStored()
    try {
      if (recordKeys.some((key) => storage.getItem(key) !== null) || context.config.pendingTransactions?.watch)
        load().then(
          (parts) => parts.look(),
          () => {},
        )
    } catch {
      // A storage that refuses holds nothing.
    }
  }

  return {
    getState: store.getState,
    subscribe: store.subscribe,
    ...later('speedUp', 'cancel', 'canBatch', 'handOver', 'handOverBatch', 'handOverSigned'),
    canReplace: (options) => now()?.canReplace(options) ?? false,
    dismiss: (options) => now()?.dismiss(options),
    resume: () => {
      page()?.addEventListener('storage', look)
      look()
    },
    forget: () => {
      try {
        for (const key of recordKeys) storage.removeItem(key)
      } catch {
        // As above.
      }
      now()?.forget()
    },
    destroy: () => {
      page()?.removeEventListener('storage', look)
      destroy()
    },
  }
}

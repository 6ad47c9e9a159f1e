import { holdsRecord } from '../storage/holdsRecord.ts'
import { pendingRecordKey } from '../storage/pendingRecordKey.ts'
import { signedRecordKey } from '../storage/signedRecordKey.ts'
import { createLazyPart } from '../store/createLazyPart.ts'
import { createStore } from '../store/Store.ts'
import type { TransactionsParameters } from './createTransactionsEngine.ts'
import type { TransactionsInternals } from './Submission.ts'
import type { TransactionsState } from './TransactionsFeature.ts'

const recordKeys = [pendingRecordKey, signedRecordKey] as const

/** Creates the transactions feature. The engine, which asks wallets and follows transactions, loads on first use. */
export function createTransactions(parameters: TransactionsParameters): TransactionsInternals {
  const { context } = parameters
  const { storage, page } = context.environment
  const store = createStore<TransactionsState>({ transactions: [] })
  const { load, later, now, destroy } = createLazyPart({
    context,
    chunk: () => import('./createTransactionParts.ts'),
    make: ({ createTransactionParts }) => createTransactionParts({ ...parameters, store, recordKeys }),
  })
  /** Another tab may write the first transaction. */
  const look = () => {
    parameters.onStored()
    if (holdsRecord(storage, ...recordKeys) || context.config.pendingTransactions?.watch)
      load().then(
        (parts) => parts.look(),
        () => {},
      )
  }

  return {
    getState: store.getState,
    subscribe: store.subscribe,
    ...later('speedUp', 'cancel', 'canBatch', 'submit', 'submitBatch', 'submitSigned'),
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
        // A storage that throws has no records.
      }
      now()?.forget()
    },
    destroy: () => {
      page()?.removeEventListener('storage', look)
      destroy()
    },
  }
}

import { createLazyPart } from '../store/createLazyPart.ts'
import { createStore, type Store } from '../store/Store.ts'
import {
  createTransactionsEngine,
  type TransactionsEngine,
  type TransactionsParameters,
} from './createTransactionsEngine.ts'
import type { TransactionsInternals } from './Submission.ts'
import type { TransactionsState } from './TransactionsFeature.ts'

/** The engine of the transactions feature. */
export type TransactionParts = TransactionsEngine &
  Pick<TransactionsInternals, 'submitSigned'> & {
    /** Starts to follow transactions of earlier page loads and of other tabs. */
    look: () => void
  }

/**
 * Merges two kinds of transactions into one list: calls that wallets of EVM networks send, and payments of Solana and Bitcoin that the kit
 * submits. The code of the latter loads on first use.
 */
export function createTransactionParts({
  store,
  recordKeys: [callsKey, paymentsKey],
  ...parameters
}: TransactionsParameters & {
  store: Store<TransactionsState>
  recordKeys: readonly [calls: string, payments: string]
}): TransactionParts {
  const { context } = parameters
  const [calls, payments] = [createStore(store.getState()), createStore(store.getState())]
  const merge = () =>
    store.setState({
      transactions: [...calls.getState().transactions, ...payments.getState().transactions].sort(
        (a, b) => b.askedAt - a.askedAt,
      ),
    })
  const stops = [calls.subscribe(merge), payments.subscribe(merge)]
  const engine = createTransactionsEngine({ ...parameters, store: calls, recordKey: callsKey })
  const signed = createLazyPart({
    context,
    chunk: () => import('./signed/createSignedTransactions.ts'),
    make: ({ createSignedTransactions }) =>
      createSignedTransactions({ ...parameters, store: payments, recordKey: paymentsKey }),
  })
  /** Returns the part with this transaction. */
  const partOf = ({ id }: { id: string }) => {
    const part = signed.now()
    return part?.has(id) ? part : engine
  }

  return {
    submit: engine.submit,
    submitBatch: engine.submitBatch,
    canBatch: engine.canBatch,
    submitSigned: async (options) => (await signed.load()).submitSigned(options),
    speedUp: (options) => partOf(options).speedUp(options),
    cancel: (options) => partOf(options).cancel(options),
    canReplace: (options) => partOf(options).canReplace(options),
    dismiss: (options) => partOf(options).dismiss(options),
    look: () => {
      if (context.environment.storage.getItem(paymentsKey) !== null) signed.load().catch(() => {})
    },
    forget: () => {
      engine.forget()
      signed.now()?.forget()
    },
    destroy: () => {
      for (const stop of stops) stop()
      engine.destroy()
      signed.destroy()
    },
  }
}

import { createLazyPart } from '../store/createLazyPart.ts'
import { createStore, type Store } from '../store/Store.ts'
import {
  createTransactionsEngine,
  type TransactionsEngine,
  type TransactionsParameters,
} from './createTransactionsEngine.ts'
import type { TransactionsInternals } from './HandOver.ts'
import type { TransactionsState } from './TransactionsFeature.ts'

/** All of the transactions but the door to them. */
export type TransactionParts = TransactionsEngine &
  Pick<TransactionsInternals, 'handOverSigned'> & {
    /** Looks whether something of the last visit, or of another tab, is to be followed. */
    look: () => void
  }

/**
 * Puts the two kinds of transactions into one list: calls that wallets of EVM networks send, and payments of Solana and Bitcoin that
 * the kit sends, whose part is loaded with the first of them.
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
  /** The part that has a transaction on its list. */
  const partOf = ({ id }: { id: string }) => {
    const part = signed.now()
    return part?.has(id) ? part : engine
  }

  return {
    handOver: engine.handOver,
    handOverBatch: engine.handOverBatch,
    canBatch: engine.canBatch,
    handOverSigned: async (options) => (await signed.load()).handOverSigned(options),
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

import { AsyncLocalStorage } from 'node:async_hooks'
import type { Pool } from 'pg'
import type { Database } from './Database.ts'

/**
 * Makes the outer database handle throw at once when it is used inside `database.transaction(…)`. On the embedded
 * database, which is one session, such a use would wait for itself for ever; on PostgreSQL it would silently run outside
 * the transaction. Use the transaction's own handle instead.
 */
export function guardTransactions({ database, pool }: { database: Database; pool: Pool }): void {
  const inside = new AsyncLocalStorage<{ open: boolean }>()

  pool.connect = new Proxy(pool.connect, {
    apply(target, self, parameters) {
      if (inside.getStore()?.open) {
        throw new Error('The database was used inside a transaction: use the handle that the transaction gives')
      }
      return Reflect.apply(target, self, parameters)
    },
  })

  const transaction = database.transaction.bind(database)
  database.transaction = (work, config) =>
    transaction((tx) => {
      // Work that was started inside but runs on after the end may use the outer handle again.
      const state = { open: true }
      return inside
        .run(state, () => work(tx))
        .finally(() => {
          state.open = false
        })
    }, config)
}

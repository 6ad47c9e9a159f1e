import { AsyncLocalStorage } from 'node:async_hooks'
import type { Pool } from 'pg'
import type { Database } from './Database.ts'

/**
 * Makes the outer database handle throw at once if it is used inside `database.transaction(…)`. On the embedded database, which has a
 * single connection, such a call would wait for itself forever. On PostgreSQL it would silently run outside the transaction. Use the
 * transaction's handle instead.
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
      // Work that was started inside the transaction, but outlives it, can use the outer handle again.
      const state = { open: true }
      return inside
        .run(state, () => work(tx))
        .finally(() => {
          state.open = false
        })
    }, config)
}

import { inArray } from 'drizzle-orm'
import type { Database } from '../../platform/db/Database.ts'
import type { ProviderEvent } from '../providers/OnrampProvider.ts'
import { onrampEvents, onrampOrders } from '../schema.ts'
import { findByReference } from './orderStore.ts'

/**
 * Stores a message of a provider. Each message counts once. Its orders become due immediately, even if this process dies.
 *
 * @returns the IDs of those orders; empty for a repeated message
 */
export async function takeMessage({
  database,
  provider,
  event,
  now,
}: {
  database: Database
  provider: string
  event: ProviderEvent
  /** Unix milliseconds. */
  now: number
}): Promise<string[]> {
  return database.transaction(async (tx) => {
    const written = await tx
      .insert(onrampEvents)
      .values({ provider, id: event.id, receivedAt: new Date(now) })
      .onConflictDoNothing()
      .returning({ id: onrampEvents.id })
    if (written.length === 0) return []
    const found = await Promise.all(
      event.orders.map(async (one) =>
        'id' in one ? [one.id] : findByReference(tx, { provider, reference: one.reference }),
      ),
    )
    const ids = [...new Set(found.flat())]
    if (ids.length === 0) return []
    const rows = await tx
      .update(onrampOrders)
      .set({ lookAt: new Date(now) })
      .where(inArray(onrampOrders.id, ids))
      .returning({ id: onrampOrders.id })
    return rows.map(({ id }) => id)
  })
}

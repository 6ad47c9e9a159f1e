import type { ChainId, ChainNamespace } from '@latchkey/protocol'
import { and, eq, isNotNull, or, sql } from 'drizzle-orm'
import type { Database } from '../../platform/db/Database.ts'
import { toAddressKey } from '../../platform/toAddressKey.ts'
import { onrampOrders } from '../schema.ts'
import { readOrderPage } from './orderPages.ts'
import type { OrderRow } from './orderStore.ts'

/** Whose purchases are meant. */
export type OrdersOf = {
  projectId: string
  /** Who gets what is bought. */
  address: string
  /** One network, or all of a family. */
  network: ChainId | ChainNamespace
}

/**
 * Lists what was bought for an account, newest first: what was paid for, and what can be paid for still. What ended without a payment is left out:
 * anybody can make orders for any address, and would fill the list of somebody else. Whoever asks must be known to have the account, because ids
 * of orders are shown.
 *
 * @throws ServiceError `malformed_cursor`
 */
export async function listOrders(
  database: Database,
  { projectId, address, network, cursor }: OrdersOf & { cursor: string | undefined },
): Promise<{ rows: readonly OrderRow[]; next: string | null }> {
  const key = toAddressKey(address)
  const { rows, next } = await readOrderPage(database, {
    scope: `orders ${projectId} ${key} ${network}`,
    cursor,
    where: and(
      eq(onrampOrders.addressKey, key),
      eq(onrampOrders.projectId, projectId),
      network.includes(':')
        ? eq(onrampOrders.chainId, network as ChainId)
        : sql`split_part(${onrampOrders.chainId}, ':', 1) = ${network}`,
      or(isNotNull(onrampOrders.paidAt), eq(onrampOrders.state, 'created')),
    ),
  })
  return { rows: rows.map(({ order }) => order), next }
}

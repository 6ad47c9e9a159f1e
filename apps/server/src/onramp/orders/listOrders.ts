import type { ChainId, ChainNamespace } from '@latchkey/protocol'
import { and, eq, isNotNull, or, sql } from 'drizzle-orm'
import type { Database } from '../../platform/db/Database.ts'
import { toAddressKey } from '../../platform/toAddressKey.ts'
import { onrampOrders } from '../schema.ts'
import { readOrderPage } from './orderPages.ts'
import type { OrderRow } from './orderStore.ts'

/** Account of a list of orders. */
export type OrdersOf = {
  projectId: string
  /** Receiver of the tokens. */
  address: string
  /** One network, or all networks of a family. */
  network: ChainId | ChainNamespace
}

/**
 * Lists the orders of an account, newest first: paid ones, and those that can still be paid. Orders that ended without a
 * payment are left out, because anyone can create orders for any address and would fill its list. The caller must prove
 * control of the account, because the list has order IDs.
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

import { formatUnits, nativeEvmAddress, nativeSolanaAddress, parseAccountId } from '@latchkey/protocol'
import type { HistoryItem } from '@latchkey/protocol/api'
import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import type { OrderHistory } from '../../accounts/OrderHistory.ts'
import type { Context } from '../../platform/context.ts'
import { toAddressKey } from '../../platform/toAddressKey.ts'
import { readOrderPage } from '../orders/orderPages.ts'
import type { OrderRow } from '../orders/orderStore.ts'
import { onrampOrders } from '../schema.ts'

/**
 * Creates the reader of orders for activity lists. Activity is public. Unpaid orders are left out, because anyone can create
 * an order for any address. No item has the order's ID or the paid amount.
 */
export function createOrderHistory({ context: { database } }: { context: Pick<Context, 'database'> }): OrderHistory {
  return {
    findDelivered: async ({ address, hashes }) => {
      if (hashes.length === 0) return new Map()
      const rows = await database
        .select({ hash: onrampOrders.hash, provider: onrampOrders.provider })
        .from(onrampOrders)
        .where(and(inArray(onrampOrders.hash, [...hashes]), eq(onrampOrders.addressKey, toAddressKey(address))))
      return new Map(rows.flatMap(({ hash, provider }) => (hash ? [[hash, applicationOf(provider)] as const] : [])))
    },
    list: async ({ address, provider, chainId, cursor }) => {
      const key = toAddressKey(address)
      const { rows, next } = await readOrderPage(database, {
        scope: `purchases ${key} ${provider} ${chainId ?? 'all'}`,
        cursor,
        where: and(
          eq(onrampOrders.addressKey, key),
          eq(onrampOrders.provider, provider),
          isNotNull(onrampOrders.paidAt),
          chainId === undefined ? undefined : eq(onrampOrders.chainId, chainId),
        ),
      })
      return { data: rows.map(({ order, mark }) => toItem(order, mark)), next }
    },
  }
}

function toItem(
  { provider, chainId, address, asset, amount, state, hash, paidAt, endedAt, updatedAt }: OrderRow,
  marked: string,
): HistoryItem {
  const { name, symbol, iconUrl, decimals, id } = asset
  const isNative = [nativeEvmAddress, nativeSolanaAddress].includes(parseAccountId(id).address)
  return {
    id: hash === null ? `onramp:${marked.slice(0, 32)}` : `${chainId}:${hash}`,
    metadata: {
      operationType: 'buy',
      hash: hash ?? '',
      minedAt: (endedAt ?? paidAt ?? updatedAt).toISOString(),
      sentFrom: '',
      sentTo: address,
      status: statusOf(state),
      application: applicationOf(provider),
      chain: chainId,
    },
    transfers: [
      {
        fungible_info: { name, symbol, icon: { url: iconUrl } },
        nft_info: null,
        address: isNative ? null : id,
        direction: 'in',
        quantity: { numeric: formatUnits(amount, decimals) },
        value: null,
        price: null,
      },
    ],
  }
}

function statusOf(state: OrderRow['state']): HistoryItem['metadata']['status'] {
  if (state === 'delivered') return 'confirmed'
  return state === 'failed' || state === 'refunded' ? 'failed' : 'pending'
}

function applicationOf(provider: string): { name: string; iconUrl: null } {
  return { name: provider.charAt(0).toUpperCase() + provider.slice(1), iconUrl: null }
}

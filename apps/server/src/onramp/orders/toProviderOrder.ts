import type { ProviderOrder } from '../providers/OnrampProvider.ts'
import type { OrderRow } from './orderStore.ts'

/** What a provider is told of an order. */
export function toProviderOrder(row: OrderRow, quoteReference?: string): ProviderOrder {
  const { id, paymentMethod, chainId, asset, amounts, address, expiresAt } = row
  return {
    ...{ id, paymentMethod, chainId, asset, amounts, address, expiresAt, quoteReference },
    reference: row.reference ?? undefined,
    partnerUserId: row.partnerUserId ?? undefined,
    returnUrl: row.returnUrl ?? undefined,
    minimumAge: row.minimumAge ?? undefined,
  }
}

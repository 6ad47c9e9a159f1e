import type { ProviderOrder } from '../providers/OnrampProvider.ts'
import type { OrderRow } from './orderStore.ts'

/** Returns the fields of an order that a provider receives. */
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

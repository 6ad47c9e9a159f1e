import { type AccountId, toAccountId } from '@latchkey/protocol'
import type { OnrampProviderInfo, Order } from '@latchkey/protocol/api'
import type { OrderRow } from './orderStore.ts'

/** Returns an order in the shape of the API. `provider` is undefined if the configuration no longer has it. */
export function toOrder(row: OrderRow, provider: OnrampProviderInfo | undefined): Order {
  const { id, state, payment, reason, refund, paymentMethod, chainId, asset, address, amounts, hash } = row
  const isOpen = state === 'created' && row.payment !== 'processing'
  return {
    ...{ id, state, payment, reason, refund, paymentMethod },
    provider: provider ?? { id: row.provider, name: row.provider, isSandbox: false },
    network: chainId,
    ...{ asset, address },
    ...amounts,
    url: isOpen ? row.url : null,
    hash,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    paidAt: row.paidAt?.toISOString() ?? null,
    endedAt: row.endedAt?.toISOString() ?? null,
  }
}

/** Account whose activity has the order. */
export function accountOf({ chainId, address }: Pick<OrderRow, 'chainId' | 'address'>): AccountId {
  return toAccountId({ chainId, address })
}

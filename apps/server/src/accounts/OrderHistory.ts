import type { ChainId } from '@latchkey/protocol'
import type { HistoryItem } from '@latchkey/protocol/api'

/** Orders of accounts for their activity. Injected, because this capability does not depend on payments. */
export type OrderHistory = {
  /**
   * Finds the transactions that delivered an order of an account.
   *
   * @param options.hashes in the network's format
   * @returns the provider of each order, by the transaction's hash
   */
  findDelivered: (options: {
    address: string
    hashes: readonly string[]
  }) => Promise<ReadonlyMap<string, NonNullable<HistoryItem['metadata']['application']>>>
  /**
   * Lists the orders of an account from one provider, newest first.
   *
   * @throws LatchkeyError `malformed_cursor`
   */
  list: (options: {
    address: string
    provider: string
    chainId: ChainId | undefined
    cursor: string | undefined
  }) => Promise<{ data: HistoryItem[]; next: string | null }>
}

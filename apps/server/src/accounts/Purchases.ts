import type { ChainId } from '@latchkey/protocol'
import type { HistoryItem } from '@latchkey/protocol/api'

/** What accounts bought with a card, as histories show it. Handed in from outside: accounts know nothing of payments. */
export type Purchases = {
  /**
   * Which transactions delivered a purchase of an account: what delivered it, by the transaction's hash.
   *
   * @param options.hashes as the network writes them
   */
  findDelivered: (options: {
    address: string
    hashes: readonly string[]
  }) => Promise<ReadonlyMap<string, NonNullable<HistoryItem['metadata']['application']>>>
  /**
   * Purchases of an account from one provider, newest first.
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

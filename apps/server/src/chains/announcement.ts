import type { AccountId } from '@latchkey/protocol'
import type { Trade } from '@latchkey/protocol/api'

/** The bus channel on which the indexer tells what a range of blocks changed. */
export const announcementChannel = 'indexer'

/** What one indexed range changed, in one message; the event stream turns it into topics. Addresses in lower case. */
export type Announcement = {
  block: number
  /** Accounts whose balances changed. */
  balances: readonly AccountId[]
  /** Accounts whose history changed. */
  histories: readonly AccountId[]
  /** Prices that moved: token (CAIP-10) and usd. */
  prices: readonly { token: AccountId; price: number | null }[]
  trades: readonly { token: AccountId; trades: readonly Trade[] }[]
}

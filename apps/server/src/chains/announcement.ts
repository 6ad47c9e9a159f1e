import type { AccountId } from '@latchkey/protocol'
import type { Trade } from '@latchkey/protocol/api'

/** Bus channel on which the indexer publishes the changes of each range of blocks. */
export const announcementChannel = 'indexer'

/** Changes of one indexed range in one message. The event stream turns it into topics. Addresses are in lower case. */
export type Announcement = {
  block: number
  /** Accounts whose balances changed. */
  balances: readonly AccountId[]
  /** Accounts whose history changed. */
  histories: readonly AccountId[]
  /** Changed prices: token (CAIP-10) and USD. */
  prices: readonly { token: AccountId; price: number | null }[]
  trades: readonly { token: AccountId; trades: readonly Trade[] }[]
}

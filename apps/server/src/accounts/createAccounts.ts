import { z } from 'zod'
import { type Announcement, announcementChannel } from '../chains/announcement.ts'
import type { Context } from '../platform/context.ts'
import type { RpcService } from '../rpc/RpcService.ts'
import type { AccountSource } from './AccountSource.ts'
import { type BalanceService, createBalanceService } from './createBalanceService.ts'
import { createFollowing, type Following } from './createFollowing.ts'
import { createHistoryService, type HistoryService } from './createHistoryService.ts'
import type { OrderHistory } from './OrderHistory.ts'

/** Balances and activity of accounts. */
export type Accounts = {
  balances: BalanceService
  histories: HistoryService
  /** Follows the accounts of active topics on networks without an index. */
  following: Following
  /** Undefined without an onramp. */
  orders: OrderHistory | undefined
}

const announcementSchema = z.custom<Announcement>(
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    'balances' in value &&
    Array.isArray(value.balances) &&
    'histories' in value &&
    Array.isArray(value.histories),
)

/**
 * Creates the account services. They listen to the index's announcements and invalidate their caches after each block with a
 * change.
 *
 * @param options.sources networks of other families than EVM
 * @param options.orders orders of accounts; undefined without an onramp
 */
export async function createAccounts(
  context: Context,
  {
    rpc,
    sources = [],
    orders,
  }: { rpc: RpcService; sources?: readonly AccountSource[]; orders?: OrderHistory | undefined },
): Promise<Accounts> {
  const balances = createBalanceService({ context, rpc, sources })
  const histories = createHistoryService({ context, sources, orders })
  const read = (message: string) => {
    const announcement = announcementSchema.safeParse(readJson(message))
    if (!announcement.success) return
    for (const account of announcement.data.balances) balances.expire(account)
    for (const account of announcement.data.histories) histories.expire(account)
  }
  const forget = () => {
    balances.forget()
    histories.forget()
  }
  const stop = await context.bus.subscribe(announcementChannel, read, forget)
  context.shutdown.add('accounts', stop)
  const following = createFollowing({ context, sources })
  context.shutdown.add('followed accounts', async () => following.close())
  return { balances, histories, following, orders }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

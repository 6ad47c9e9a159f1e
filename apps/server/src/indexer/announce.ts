import { type AccountId, nativeEvmAddress, toAccountId } from '@latchkey/protocol'
import type { Trade } from '@latchkey/protocol/api'
import { type Announcement, announcementChannel } from '../chains/announcement.ts'
import { toTrade } from '../markets/toTrade.ts'
import type { RangePrices } from '../prices/priceTracker.ts'
import type { RangeRows } from './buildRange.ts'
import type { ChainScope } from './ChainScope.ts'
import { toAccounts } from './handleReorg.ts'

/**
 * Publishes the changes of a range. Errors are only logged: a failing bus must not stop the index, because clients poll as
 * well.
 */
export async function announce({ context, chainId }: ChainScope, announcement: Announcement): Promise<void> {
  const { balances, histories, prices, trades } = announcement
  if (balances.length + histories.length + prices.length + trades.length === 0) return
  try {
    await context.bus.publish(announcementChannel, JSON.stringify(announcement))
  } catch (error) {
    context.log.warn({ err: error, chainId }, 'Failed to publish block updates')
  }
}

/** Returns the announcement of a range. */
export function rangeAnnouncement(
  scope: ChainScope,
  { rows, prices, decimalsOf }: { rows: RangeRows; prices: RangePrices; decimalsOf: (token: `0x${string}`) => number },
): Announcement {
  const { chainId } = scope
  const balances = new Set<`0x${string}`>()
  for (const accounts of rows.deltas.values()) for (const account of accounts.keys()) balances.add(account)
  const trades = new Map<`0x${string}`, Trade[]>()
  for (const row of prices.trades) {
    const list = trades.get(row.token) ?? []
    list.push(toTrade({ row, decimals: decimalsOf(row.token) }))
    trades.set(row.token, list)
  }
  return {
    block: rows.to,
    balances: toAccounts(scope, balances),
    histories: toAccounts(scope, rows.histories),
    prices: toPrices(scope, prices),
    // Newest first, like in the API.
    trades: [...trades].map(([address, list]) => ({
      token: toAccountId({ chainId, address }),
      trades: list.reverse(),
    })),
  }
}

/** Returns prices in the shape of the announcement. The price of the wrapped native token is repeated for the native token. */
export function toPrices(
  { chainId, weth }: Pick<ChainScope, 'chainId' | 'weth'>,
  { changes }: Pick<RangePrices, 'changes'>,
): { token: AccountId; price: number | null }[] {
  return changes.flatMap(({ token, usd }) => {
    const entry = { token: toAccountId({ chainId, address: token }), price: usd }
    return token === weth ? [entry, { ...entry, token: toAccountId({ chainId, address: nativeEvmAddress }) }] : [entry]
  })
}

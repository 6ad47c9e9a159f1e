import type { HistoryItem, Transfer } from '@latchkey/protocol/api'
import { type ActivityType, matchesActivityType } from './activityType.ts'

/** A line of the activity: the heading of a month, or a transaction. */
export type ActivityLine =
  | { kind: 'month'; key: string; time: number }
  | { kind: 'item'; key: string; item: HistoryItem }

/** Filters a history (newest first) and adds a heading before each month. Months follow the visitor's clock. */
export function activityLines({ items, type }: { items: readonly HistoryItem[]; type: ActivityType }): ActivityLine[] {
  const lines: ActivityLine[] = []
  const seen = new Set<string>()
  let month = ''
  for (const item of items) {
    if (seen.has(item.id) || isSpam(item)) continue
    seen.add(item.id)
    if (!matchesActivityType({ operation: item.metadata.operationType, type })) continue
    const date = new Date(item.metadata.minedAt)
    const key = `${date.getFullYear()}-${date.getMonth() + 1}`
    if (key !== month) {
      month = key
      lines.push({ kind: 'month', key, time: date.getTime() })
    }
    lines.push({ kind: 'item', key: item.id, item })
  }
  return lines
}

/** Returns the most relevant transfer: outgoing before incoming, except for received payments. */
export function leadTransfer({ metadata, transfers }: HistoryItem): Transfer | undefined {
  const wanted = metadata.operationType === 'receive' || metadata.operationType === 'mint' ? 'in' : 'out'
  return transfers.find(({ direction }) => direction === wanted) ?? transfers[0]
}

/** Returns the received transfer of a trade. */
export function counterTransfer({ metadata, transfers }: HistoryItem): Transfer | undefined {
  return metadata.operationType === 'trade' ? transfers.find(({ direction }) => direction === 'in') : undefined
}

/** Whether every transfer is of an NFT that is known spam. */
function isSpam({ transfers }: HistoryItem) {
  return transfers.length > 0 && transfers.every(({ nft_info }) => nft_info?.flags.is_spam)
}

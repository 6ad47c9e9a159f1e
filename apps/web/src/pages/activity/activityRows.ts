import type { HistoryItem, Transfer } from '@latchkey/protocol/api'
import { type ActivityType, matchesActivityType } from './activityType.ts'

/** A line of the activity: the beginning of a month, or a transaction. */
export type ActivityLine =
  | { kind: 'month'; key: string; time: number }
  | { kind: 'item'; key: string; item: HistoryItem }

/** Filters a history (newest first) and puts a line before each month; months are those of the visitor's clock. */
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

/** What moved, the most telling movement first: out before in, except for what was received. */
export function leadTransfer({ metadata, transfers }: HistoryItem): Transfer | undefined {
  const wanted = metadata.operationType === 'receive' || metadata.operationType === 'mint' ? 'in' : 'out'
  return transfers.find(({ direction }) => direction === wanted) ?? transfers[0]
}

/** The other half of a trade. */
export function counterTransfer({ metadata, transfers }: HistoryItem): Transfer | undefined {
  return metadata.operationType === 'trade' ? transfers.find(({ direction }) => direction === 'in') : undefined
}

/** Every movement is of a collectible that is known spam. */
function isSpam({ transfers }: HistoryItem) {
  return transfers.length > 0 && transfers.every(({ nft_info }) => nft_info?.flags.is_spam)
}

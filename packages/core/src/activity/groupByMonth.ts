import type { HistoryItem } from '@latchkey/protocol/api'
import type { ActivityGroup } from './ActivityFeature.ts'

/**
 * Groups activity by year and month in the visitor's time zone, in the given order (newest first).
 *
 * @example groupByMonth(activity.data) // [{ year: 2026, month: 10, items: [...] }, ...]
 */
export function groupByMonth(items: readonly HistoryItem[]): readonly ActivityGroup[] {
  const groups: { year: number; month: number; items: HistoryItem[] }[] = []
  for (const item of items) {
    const date = new Date(item.metadata.minedAt)
    const [year, month] = [date.getFullYear(), date.getMonth()]
    const group = groups.find((candidate) => candidate.year === year && candidate.month === month)
    if (group) group.items.push(item)
    else groups.push({ year, month, items: [item] })
  }
  return groups
}

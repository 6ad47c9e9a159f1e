import type { HistoryItem } from '@latchkey/protocol/api'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useLanguage } from '../../language/LanguageContext.ts'
import { useNow } from '../../ui/useNow.ts'
import styles from './ActivityList.module.css'
import { ActivityRow } from './ActivityRow.tsx'
import type { ActivityLine } from './activityRows.ts'

const heights = { month: 60, item: 72 } as const

/** The lines of the activity. Renders only the visible ones, and scrolls with the page. */
export function ActivityList({
  lines,
  onOpen,
  onEnd,
}: {
  lines: readonly ActivityLine[]
  onOpen: (item: HistoryItem) => void
  onEnd: () => void
}) {
  const { text, format } = useLanguage()
  const list = useRef<HTMLOListElement>(null)
  const [offset, setOffset] = useState(0)
  const now = useNow(15_000)
  useLayoutEffect(() => {
    if (list.current) setOffset(list.current.getBoundingClientRect().top + window.scrollY)
  }, [])
  const rows = useWindowVirtualizer({
    count: lines.length,
    estimateSize: (index) => heights[lines[index]?.kind ?? 'item'],
    getItemKey: (index) => lines[index]?.key ?? index,
    overscan: 10,
    scrollMargin: offset,
  })
  // Another filter changes the heights of the rows.
  // biome-ignore lint/correctness/useExhaustiveDependencies: lines is what changes the heights
  useEffect(() => rows.measure(), [lines, rows])
  const visible = rows.getVirtualItems()
  const last = visible.at(-1)?.index ?? -1
  const handleEnd = useEffectEvent(onEnd)
  useEffect(() => {
    if (lines.length > 0 && last >= lines.length - 12) handleEnd()
  }, [last, lines.length])

  return (
    <ol
      ref={list}
      className={styles.list}
      aria-label={text.activity.title}
      style={{ '--height': `${rows.getTotalSize()}px` }}
    >
      {visible.map((row) => {
        const line = lines[row.index]
        if (!line) return null
        return (
          <li
            key={row.key}
            className={styles.line}
            style={{ '--top': `${row.start - offset}px`, '--row': `${row.size}px` }}
          >
            {line.kind === 'month' ? (
              <h2 className={styles.month}>{format.month(line.time)}</h2>
            ) : (
              <ActivityRow item={line.item} now={now} onOpen={() => onOpen(line.item)} />
            )}
          </li>
        )
      })}
    </ol>
  )
}

import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import styles from './VirtualRows.module.css'

/** A scrolling list of rows of equal height. Renders only visible rows, fades where it continues, and asks for more near its end. */
export function VirtualRows<Item>({
  items,
  label,
  rowHeight,
  keyOf,
  render,
  onEnd,
}: {
  items: readonly Item[]
  /** Names the list for a screen reader. */
  label: string
  rowHeight: number
  keyOf: (item: Item) => string
  render: (item: Item) => ReactNode
  onEnd?: () => void
}) {
  const scroller = useRef<HTMLElement>(null)
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another height moves the rows
  useEffect(() => rows.measure(), [rows, rowHeight])
  const visible = rows.getVirtualItems()
  const last = visible.at(-1)?.index ?? -1
  useEffect(() => {
    if (items.length > 0 && last >= items.length - 10) onEnd?.()
  }, [last, items.length, onEnd])
  // The number of rows and the height of the panel can change.
  const [goesOn, setGoesOn] = useState(false)
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const look = () => setGoesOn(element.scrollHeight - element.scrollTop - element.clientHeight > 4)
    look()
    const observer = new ResizeObserver(look)
    observer.observe(element)
    if (element.firstElementChild) observer.observe(element.firstElementChild)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section ref={scroller} className={styles.scroller} aria-label={label} tabIndex={0} data-goes-on={goesOn}>
      <ol className={styles.rows} style={{ '--height': `${rows.getTotalSize()}px` }}>
        {visible.map((row) => {
          const item = items[row.index]
          if (item === undefined) return null
          return (
            <li
              key={keyOf(item)}
              className={styles.row}
              aria-setsize={items.length}
              aria-posinset={row.index + 1}
              style={{ '--row': `${rowHeight}px`, '--top': `${row.start}px` }}
            >
              {render(item)}
            </li>
          )
        })}
      </ol>
    </section>
  )
}

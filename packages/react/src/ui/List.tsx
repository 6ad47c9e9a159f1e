import { type KeyboardEvent, type ReactNode, useRef } from 'react'

export type ListProps = { label?: string | undefined; children: ReactNode }

/** A list of rows. Each row is a tab stop; the arrow keys, Home and End also move between them. */
export function List({ label, children }: ListProps) {
  const list = useRef<HTMLUListElement>(null)

  function onKeyDown(event: KeyboardEvent): void {
    const rows = rowsOf(list.current)
    const at = rows.indexOf(event.target as HTMLElement)
    if (at === -1) return
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key]
    if (next === undefined) return
    event.preventDefault()
    rows[Math.max(0, Math.min(rows.length - 1, next))]?.focus()
  }

  return (
    <ul ref={list} className="list" aria-label={label} onKeyDown={onKeyDown}>
      {children}
    </ul>
  )
}

function rowsOf(list: HTMLUListElement | null): HTMLElement[] {
  return list === null ? [] : [...list.querySelectorAll<HTMLElement>('.row:not(.row-skeleton)')]
}

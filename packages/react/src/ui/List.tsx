import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react'

/** What {@link List} takes. */
export type ListProps = { label?: string | undefined; children: ReactNode }

/** A list of rows with one stop for Tab; the arrow keys, Home and End move inside it. */
export function List({ label, children }: ListProps) {
  const list = useRef<HTMLUListElement>(null)

  // Rows come and go with data, so the one that Tab stops at is found anew after every render.
  useLayoutEffect(() => {
    const rows = rowsOf(list.current)
    const current = rows.find((row) => row.tabIndex === 0 && row.dataset.stop !== undefined) ?? rows[0]
    for (const row of rows) setStop(row, row === current)
  })

  function moveTo(row: HTMLElement | undefined): void {
    if (row === undefined) return
    for (const other of rowsOf(list.current)) setStop(other, other === row)
    row.focus()
  }

  function onKeyDown(event: KeyboardEvent): void {
    const rows = rowsOf(list.current)
    const at = rows.indexOf(event.target as HTMLElement)
    if (at === -1) return
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key]
    if (next === undefined) return
    event.preventDefault()
    moveTo(rows[Math.max(0, Math.min(rows.length - 1, next))])
  }

  return (
    <ul
      ref={list}
      className="list"
      aria-label={label}
      onKeyDown={onKeyDown}
      onFocus={(event) => {
        const rows = rowsOf(list.current)
        if (rows.includes(event.target as HTMLElement)) for (const row of rows) setStop(row, row === event.target)
      }}
    >
      {children}
    </ul>
  )
}

function rowsOf(list: HTMLUListElement | null): HTMLElement[] {
  return list === null ? [] : [...list.querySelectorAll<HTMLElement>('.row:not(.row-skeleton)')]
}

function setStop(row: HTMLElement, stop: boolean): void {
  row.tabIndex = stop ? 0 : -1
  if (stop) row.dataset.stop = ''
  else delete row.dataset.stop
}

import type { ReactNode } from 'react'

export type RowProps = {
  /** Identifies the row, to restore the focus. */
  id: string
  picture: ReactNode
  title: ReactNode
  subtitle?: ReactNode
  /** Shown at the end of the row. */
  end?: ReactNode
  /** A link to another site. A click also calls `onClick`. */
  href?: string | undefined
  current?: boolean
  onClick?: () => void
}

/** One row of a {@link List}: picture, two lines of text, and an element at the end. */
export function Row({ id, picture, title, subtitle, end, href, current = false, onClick }: RowProps) {
  const content = (
    <>
      {picture}
      <span className="row-text">
        {/* A row with one text gives it two lines. */}
        <span className="row-title" data-wrap={subtitle === undefined ? '' : undefined}>
          {title}
        </span>
        {subtitle !== undefined && <span className="row-subtitle">{subtitle}</span>}
      </span>
      {end !== undefined && <span className="row-end">{end}</span>}
    </>
  )
  return (
    <li className="item">
      {href === undefined ? (
        <button type="button" className="row" data-key={id} aria-current={current || undefined} onClick={onClick}>
          {content}
        </button>
      ) : (
        <a className="row" data-key={id} href={href} target="_blank" rel="noopener noreferrer" onClick={onClick}>
          {content}
        </a>
      )}
    </li>
  )
}

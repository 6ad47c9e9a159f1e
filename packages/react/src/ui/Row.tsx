import type { ReactNode } from 'react'

/** What {@link Row} takes. */
export type RowProps = {
  /** Finds the row again when the visitor comes back. */
  id: string
  picture: ReactNode
  title: ReactNode
  subtitle?: ReactNode
  /** At the end of the line. */
  end?: ReactNode
  /** A link to another site; `onClick` is told of it. */
  href?: string | undefined
  current?: boolean
  onClick?: () => void
}

/** One line of a {@link List}: picture, two lines of text, something at the end. */
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

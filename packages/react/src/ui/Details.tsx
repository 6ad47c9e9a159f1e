import type { ReactNode } from 'react'

/** A list of names and values; give it {@link Detail}s. */
export function Details({ children }: { children: ReactNode }) {
  return <dl className="details">{children}</dl>
}

/** What {@link Detail} takes. */
export type DetailProps = { name: string; children: ReactNode; stacked?: boolean }

/** One name and its value; `stacked` puts a long value on a line of its own. */
export function Detail({ name, children, stacked = false }: DetailProps) {
  return (
    <div className="detail" data-stacked={stacked || undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

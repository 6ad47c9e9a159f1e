import type { ReactNode } from 'react'

/** A list of names and values. Its children are {@link Detail}s. */
export function Details({ children }: { children: ReactNode }) {
  return <dl className="details">{children}</dl>
}

export type DetailProps = { name: string; children: ReactNode; stacked?: boolean }

/** One name and its value; `stacked` puts a long value on a separate line. */
export function Detail({ name, children, stacked = false }: DetailProps) {
  return (
    <div className="detail" data-stacked={stacked || undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

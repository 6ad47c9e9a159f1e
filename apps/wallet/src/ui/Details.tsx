import type { ComponentChildren } from 'preact'

/** A list of names and values, made of {@link Detail}s. */
export function Details({ children }: { children: ComponentChildren }) {
  return <dl class="details">{children}</dl>
}

export type DetailProps = { name: string; children: ComponentChildren; stacked?: boolean }

/** One name and its value; `stacked` puts a long value on a separate line. */
export function Detail({ name, children, stacked = false }: DetailProps) {
  return (
    <div class="detail" data-stacked={stacked ? '' : undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

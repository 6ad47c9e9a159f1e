import type { ReactNode } from 'react'
import styles from './Details.module.css'

/** A list of names and values. */
export function Details({ children }: { children: ReactNode }) {
  return <dl className={styles.details}>{children}</dl>
}

/** One row of {@link Details}; `stacked` puts a long value below its name. */
export function Detail({ name, stacked, children }: { name: ReactNode; stacked?: boolean; children: ReactNode }) {
  return (
    <div className={styles.detail} data-stacked={stacked || undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

import type { ReactNode } from 'react'
import styles from './DetailList.module.css'

/** One row of a {@link DetailList}. `wide` puts a long value below the name. */
export type DetailRow = { name: string; value: ReactNode; action?: ReactNode; wide?: boolean }

/** A list of names and values. */
export function DetailList({ rows }: { rows: readonly DetailRow[] }) {
  return (
    <dl className={styles.list}>
      {rows.map(({ name, value, action, wide = false }) => (
        <div key={name} className={styles.row} data-wide={wide}>
          <dt>{name}</dt>
          <dd>
            <span>{value}</span>
            {action}
          </dd>
        </div>
      ))}
    </dl>
  )
}

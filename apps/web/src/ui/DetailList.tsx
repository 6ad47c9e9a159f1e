import type { ReactNode } from 'react'
import styles from './DetailList.module.css'

/** One line of a {@link DetailList}. `wide` puts the value under the name, for what is long. */
export type DetailRow = { name: string; value: ReactNode; action?: ReactNode; wide?: boolean }

/** Names and values, one under the other. */
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

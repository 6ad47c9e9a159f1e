import { type ReactNode, useId } from 'react'
import styles from './Group.module.css'

/** Rows on a card with a heading. */
export function Group({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  const heading = useId()
  return (
    <section className={styles.group} aria-labelledby={heading}>
      <div className={styles.head}>
        <h2 id={heading}>{title}</h2>
        {aside}
      </div>
      <div className={styles.card}>{children}</div>
    </section>
  )
}

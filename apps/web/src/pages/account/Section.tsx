import type { ReactNode } from 'react'
import styles from './Section.module.css'

/** A section of the account: its name, its purpose, its action and its content. */
export function Section({
  title,
  text,
  action,
  children,
}: {
  title: string
  text?: string
  action?: ReactNode
  children: ReactNode
}) {
  return (
    <section className={styles.section} aria-labelledby="section-title">
      <header className={styles.header}>
        <div>
          <h2 id="section-title">{title}</h2>
          {text && <p>{text}</p>}
        </div>
        {action}
      </header>
      {children}
    </section>
  )
}

import type { ReactNode } from 'react'
import styles from './StateMark.module.css'

/** A state in words, with a dot of its color. */
export function StateMark({ tone, children }: { tone: 'gain' | 'loss' | undefined; children: ReactNode }) {
  return (
    <span className={styles.mark} data-tone={tone}>
      {children}
    </span>
  )
}

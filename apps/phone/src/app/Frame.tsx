import type { ReactNode } from 'react'
import { Icon } from '../ui/Icon.tsx'
import styles from './Frame.module.css'

/** The frame of the phone: a column of its width, with a banner that explains this wallet. */
export function Frame({ children }: { children: ReactNode }) {
  return (
    <div className={styles.phone}>
      <header className={styles.label}>
        <Icon name="flask" size={16} />
        Demo wallet: test keys, test money
      </header>
      <main className={styles.screen}>{children}</main>
    </div>
  )
}
